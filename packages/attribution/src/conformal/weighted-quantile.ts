import { checkAlpha } from "./alpha.ts";
import { checkU } from "./conformal-rank.ts";

/** As in `conformalRank`, of the whole mass. */
const SLACK = 1e-9;

/** The value to cut at, and the share of the mass at or below the cut. */
export interface WeightedQuantile {
  /** The smallest score with at most alpha of the mass above it; `Infinity` when the mass at infinity exceeds alpha. */
  readonly value: number;
  /** Share of the mass at or below `value`, at least 1 - alpha. */
  readonly level: number;
}

/**
 * Conformal quantile of weighted scores with the fresh one's mass at +Infinity. With all weights 1 it is
 * `conformalQuantile`.
 *
 * The code sums the mass above the quantile, not the mass below it, for the reason given at `conformalRank`.
 *
 * @param scores      shape [n]
 * @param weights     of the scores, shape [n], finite and >= 0
 * @param freshWeight mass at +Infinity, finite and > 0
 * @param alpha       mass that may lie above, in [0, 1) of the total
 * @param u           in [0, 1): draws the quantile, as it draws the rank in `conformalRank`; absent: nothing is drawn
 * @throws {RangeError} on shapes that differ, a score that is NaN, a weight out of range, or alpha or u outside [0, 1)
 * @see Tibshirani, Barber, Candes and Ramdas, arXiv:1904.06019, Lemma 3
 */
export function weightedQuantile(
  scores: readonly number[],
  weights: readonly number[],
  freshWeight: number,
  alpha: number,
  u?: number,
): WeightedQuantile {
  return weightedQuantiles(scores, weights, alpha, u)(freshWeight);
}

/**
 * {@link weightedQuantile} for many fresh ones: sorts once.
 *
 * @returns the quantile for a mass at +Infinity, finite and > 0; throws as `weightedQuantile` does
 */
export function weightedQuantiles(
  scores: readonly number[],
  weights: readonly number[],
  alpha: number,
  u?: number,
): (freshWeight: number) => WeightedQuantile {
  checkAlpha(alpha);
  if (u !== undefined) checkU(u);
  checkMasses(scores, weights);
  const descending = scores
    .map((score, index) => ({ score, weight: weights[index] ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
  const sum = weights.reduce((a, b) => a + b, 0);
  return (freshWeight) => {
    if (!(freshWeight > 0 && freshWeight < Infinity))
      throw new RangeError(`Expected \`freshWeight\` to be finite and > 0, got ${freshWeight}.`);
    const total = sum + freshWeight;
    const slack = (SLACK * total) / (scores.length + 1);
    const allowed = alpha * total + slack;
    /** Whether no more may lie above. Of the fresh one's own mass, u counts; where all of it exceeds alpha, nothing is drawn. */
    const isEnough = (above: number): boolean =>
      above > allowed &&
      (u === undefined || above === freshWeight || above - freshWeight * (1 - u) >= alpha * total - slack);
    let above = freshWeight;
    let value = Infinity;
    let left = freshWeight;
    for (const { score, weight } of descending) {
      if (isEnough(above)) break;
      if (score < value) left = above;
      value = score;
      above += weight;
    }
    return { value, level: value === Infinity ? 1 : 1 - left / total };
  };
}

function checkMasses(scores: readonly number[], weights: readonly number[]): void {
  if (scores.length !== weights.length) {
    throw new RangeError(`Expected one weight a score, got ${weights.length} for ${scores.length}.`);
  }
  for (const [index, weight] of weights.entries()) {
    if (!(weight >= 0 && weight < Infinity)) {
      throw new RangeError(`Expected \`weights[${index}]\` to be finite and >= 0, got ${String(weight)}.`);
    }
    if (Number.isNaN(scores[index])) {
      throw new RangeError(`Expected \`scores[${index}]\` to be a number, got NaN.`);
    }
  }
}
