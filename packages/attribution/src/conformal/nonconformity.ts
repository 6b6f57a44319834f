import { type Aggregation, runningAggregate } from "./aggregation.ts";
import { checkConformalOptions, type ConformalOptions } from "./conformal-options.ts";
import { growth } from "./density-ratio-levels.ts";
import { checkStepScores, densityRatios } from "./step-scores.ts";
import { checkDraw, treeNonconformity } from "./tree-nonconformity.ts";

/**
 * Nonconformity S(x, j) of every step j of a trajectory x: how far a set must grow before it holds j. Lower is more
 * suspicious, and {j : S(x, j) <= q} is the set at threshold q.
 *
 * - `vanilla`: 1 - p_j, where p is the scores' share of their sum
 * - `vanilla-raw`: 1 - s_j, the paper's VCP. The same as `vanilla` where scores sum to 1
 * - `crsvp`: g(v) - u (g(v) - g(v')), where v is the smallest block of 1, 2, 4, ... steps around the most suspicious one
 *   that holds j, v' the block before it, u `options.draw`, and g aggregates p: its sum is the block's share
 * - `crsvp-raw`: the same with g of the scores themselves, whose sum is divided by l, and without u at the leaf: the paper's text
 * - `left`: g(c_j..c_{l-1}); `right`: g(c_0..c_j); `two-way`: the larger of the two. g is `options.aggregation`
 * - `interval`, `suffix`, `prefix`: minus the level at which the step enters a set that grows by density ratio; see `growth`
 * - `list`: -l p_j. It is `vanilla` on another scale: the same order of the steps of one trajectory, and another trade between
 *   trajectories of different lengths
 *
 * S sees the trajectory alone, never its label, and is deterministic: the draw of `crsvp` and `crsvp-raw` is an argument. The paper's
 * g(x) = infinity (an infinite score for the whole trajectory) is left out: validity does not need it, and it fills sets
 * whenever errors lie at a boundary. `left` at j reads only the steps from j on (`right`: up to j) and l, so that
 * `filterSteps` may stop early. Takes O(l).
 *
 * @param stepScores suspicion of each step, shape [l], l >= 1, finite and >= 0; usually in [0, 1]
 * @param options    method, and aggregation and draw where the method has them
 * @returns S(x, j) at index j, shape [l]; for every method but `vanilla`, `vanilla-raw` and `list` it falls, then rises
 * @throws {RangeError} on no step, a score that is NaN, infinite or negative, or bad options
 * @see arXiv:2605.06788, Sections 3.1.1, 3.1.2, 3.1.3 (Eq. 4) and 3.1.4 (Eq. 8)
 */
export function nonconformity(stepScores: readonly number[], options: ConformalOptions): readonly number[] {
  checkConformalOptions(options);
  checkStepScores(stepScores);
  const { method, aggregation = { kind: "sum" }, draw } = options;
  switch (method) {
    case "vanilla":
      return oneMinusShares(densityRatios(stepScores));
    case "vanilla-raw":
      return stepScores.map((score) => 1 - score);
    case "crsvp":
      return treeNonconformity(stepScores, aggregation, { draw: checkDraw(method, draw), isRaw: false });
    case "crsvp-raw":
      return treeNonconformity(stepScores, aggregation, { draw: checkDraw(method, draw), isRaw: true });
    case "left":
      return suffixAggregates(stepScores, aggregation);
    case "right":
      return prefixAggregates(stepScores, aggregation);
    case "two-way":
      return prefixAggregates(stepScores, aggregation, suffixAggregates(stepScores, aggregation));
    case "list":
      return negatives(densityRatios(stepScores));
    default:
      return growth(stepScores, method);
  }
}

function suffixAggregates(stepScores: readonly number[], aggregation: Aggregation): number[] {
  const aggregate = runningAggregate(aggregation, stepScores.length);
  const aggregates = stepScores.slice();
  for (let step = stepScores.length - 1; step >= 0; step -= 1) {
    aggregates[step] = aggregate(stepScores[step] ?? 0);
  }
  return aggregates;
}

/** @param floor raised to the aggregates where it is lower; the aggregates themselves without one */
function prefixAggregates(
  stepScores: readonly number[],
  aggregation: Aggregation,
  floor?: number[],
): readonly number[] {
  const aggregate = runningAggregate(aggregation, stepScores.length);
  const aggregates = floor ?? stepScores.slice().fill(-Infinity);
  for (let step = 0; step < stepScores.length; step += 1) {
    aggregates[step] = Math.max(aggregates[step] ?? 0, aggregate(stepScores[step] ?? 0));
  }
  return aggregates;
}

/** In place. */
function oneMinusShares(ratios: number[]): readonly number[] {
  const length = ratios.length;
  for (let step = 0; step < length; step += 1) ratios[step] = 1 - (ratios[step] ?? 0) / length;
  return ratios;
}

/** In place, without a negative zero. */
function negatives(values: number[]): readonly number[] {
  for (let step = 0; step < values.length; step += 1) values[step] = 0 - (values[step] ?? 0);
  return values;
}
