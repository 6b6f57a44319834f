import { type Aggregation, prefixAggregates } from "./aggregation.ts";
import { checkConformalOptions, type ConformalOptions } from "./conformal-options.ts";
import { densityRatioLevels } from "./density-ratio-levels.ts";
import { checkStepScores, densityRatios } from "./step-scores.ts";

/**
 * Nonconformity S(x, j) of every step j of a trajectory x: how far a set must grow before it holds j. Lower is more
 * suspicious, and {j : S(x, j) <= q} is the set at threshold q.
 *
 * - `vanilla`: 1 - p_j, where p is the scores' share of their sum
 * - `left`: g(c_j..c_{l-1}); `right`: g(c_0..c_j); `two-way`: the larger of the two. g is `options.aggregation`
 * - `interval`, `suffix`, `prefix`: minus `densityRatioLevels`
 *
 * S sees the trajectory alone, never its label, and needs no randomness. The paper's g(x) = infinity (an infinite
 * score for the whole trajectory) is left out: validity does not need it, and it fills sets whenever errors lie at a
 * boundary. `left` at j reads only the steps from j on (`right`: up to j) and l, so that a caller may stop early.
 * Takes O(l).
 *
 * @param stepScores suspicion of each step, shape [l], l >= 1, finite and >= 0; usually in [0, 1]
 * @param options    method, and aggregation where the method has one
 * @returns S(x, j) at index j, shape [l]; for every method but `vanilla` it falls, then rises
 * @throws {RangeError} on no step, a score that is NaN, infinite or negative, or bad options
 * @see arXiv:2605.06788, Sections 3.1.1, 3.1.3 (Eq. 4) and 3.1.4 (Eq. 8)
 */
export function nonconformity(stepScores: readonly number[], options: ConformalOptions): readonly number[] {
  checkConformalOptions(options);
  checkStepScores(stepScores);
  const { method, aggregation = { kind: "sum" } } = options;
  switch (method) {
    case "vanilla":
      return densityRatios(stepScores).map((ratio) => 1 - ratio / stepScores.length);
    case "left":
      return suffixAggregates(stepScores, aggregation);
    case "right":
      return prefixAggregates(stepScores, aggregation);
    case "two-way":
      return larger(suffixAggregates(stepScores, aggregation), prefixAggregates(stepScores, aggregation));
    default:
      return densityRatioLevels(stepScores, method).map((level) => 0 - level);
  }
}

function suffixAggregates(stepScores: readonly number[], aggregation: Aggregation): readonly number[] {
  return prefixAggregates(stepScores.toReversed(), aggregation).toReversed();
}

function larger(left: readonly number[], right: readonly number[]): readonly number[] {
  return left.map((value, step) => Math.max(value, right[step] ?? value));
}
