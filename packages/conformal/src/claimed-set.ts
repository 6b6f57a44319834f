import type { ConformalOptions } from "./conformal-options.ts";
import { nonconformity } from "./nonconformity.ts";
import type { PredictionSet } from "./prediction-set.ts";
import { describeSteps, stepsWithin } from "./steps-within.ts";
import type { ThresholdClaim } from "./threshold-claim.ts";

/**
 * The steps at or below a threshold that has a promise of its own: `predictionSet` for `adaptiveThreshold`,
 * `weightedThreshold`, `recallThreshold` and `meanRecallThreshold`.
 *
 * @param stepScores suspicion of each step of the run, shape [l], by the scorer that was calibrated
 * @param options    method and aggregation of the nonconformities that the threshold came from
 * @param claim      the threshold and its promise, which the set carries on
 * @returns the set, never empty: where no step passes, the closest stands in, flagged `fallback`
 * @throws {RangeError} on no step, a score that is NaN, infinite or negative, bad options, or a threshold of NaN
 */
export function claimedSet(
  stepScores: readonly number[],
  options: ConformalOptions,
  { value, level, guarantee, trivial, reason }: ThresholdClaim,
): PredictionSet {
  if (Number.isNaN(value)) throw new RangeError("Expected `claim.value` to be a number, got NaN.");
  const found = stepsWithin(nonconformity(stepScores, options), value, options.method);
  const standIn = found.fallback === undefined ? "" : ` Here ${found.fallback}.`;
  return {
    ...found,
    level,
    guarantee,
    ...(trivial === undefined ? {} : { trivial }),
    reason:
      value === Infinity ? reason : `${describeSteps(found)}, by ${options.method}. ${reason}${standIn}`,
  };
}
