import type { ConformalMethod } from "./conformal-method.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import { nonconformity } from "./nonconformity.ts";
import type { PredictionSet } from "./prediction-set.ts";
import { describeSteps, stepsWithin } from "./steps-within.ts";
import type { ThresholdClaim } from "./threshold-claim.ts";

/**
 * The steps at or below a threshold that has a promise of its own: `predictionSet` for `adaptiveThreshold`.
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
  claim: ThresholdClaim,
): PredictionSet {
  return claimedSetAt(nonconformity(stepScores, options), options.method, claim);
}

/**
 * The set, of nonconformities in place of step scores.
 *
 * @param scores S(x, j), shape [l], l >= 1
 * @throws {RangeError} on a threshold of NaN
 */
export function claimedSetAt(
  scores: readonly number[],
  method: ConformalMethod,
  { value, level, guarantee, trivial, reason }: ThresholdClaim,
): PredictionSet {
  if (Number.isNaN(value)) throw new RangeError("Expected `claim.value` to be a number, got NaN.");
  const found = stepsWithin(scores, value, method);
  const standIn = found.fallback === undefined ? "" : ` Here ${found.fallback}.`;
  return {
    ...found,
    level,
    guarantee,
    ...(trivial === undefined ? {} : { trivial }),
    reason: value === Infinity ? reason : `${describeSteps(found)}, by ${method}. ${reason}${standIn}`,
  };
}
