import type { ConformalMethod } from "./conformal-method.ts";
import type { PredictionSet } from "./prediction-set.ts";
import { describeSteps, stepsWithin } from "./steps-within.ts";
import type { ThresholdClaim } from "./threshold-claim.ts";

/**
 * The steps at or below a threshold that has a promise of its own.
 *
 * @param scores S(x, j), shape [l], l >= 1
 * @param method of these nonconformities
 * @param claim  the threshold and its promise, which the set carries on
 * @returns the set, never empty: where no step passes, the closest stands in, flagged `fallback`
 * @throws {RangeError} on a threshold of NaN
 */
export function claimedSet(
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
