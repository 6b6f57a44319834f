import { conformalQuantile } from "./conformal-quantile.ts";
import { conformalRank, labelsNeeded } from "./conformal-rank.ts";
import { recallNonconformity } from "./recall-nonconformity.ts";
import { everyStepClaim, requestedClaim, type ThresholdClaim } from "./threshold-claim.ts";

/** A labelled failure with one decisive error or more. */
export interface SeveralErrors {
  /** S(x, j) of each step, shape [l], from `nonconformity`. */
  readonly scores: readonly number[];
  /** Y, the errors' steps, 0-based, at least one. */
  readonly decisives: readonly number[];
}

/**
 * Threshold whose sets hold at least a share b of a fresh run's decisive errors with probability >= 1 - alpha.
 *
 * The runs' `recallNonconformity` are one number each and exchangeable with the fresh run's, so that their conformal
 * quantile gives P(recall >= b) >= 1 - alpha, exactly rank / (n + 1) without ties. With one error a run and any b it is
 * `calibrateThreshold`.
 *
 * @param failures n labelled failures, not used to fit the scorer; may be empty
 * @param share    b, in (0, 1]
 * @param alpha    tolerated rate of runs with a lower recall, in [0, 1); 0 asks for every step
 * @returns the threshold, `trivial` where n < 1/alpha - 1
 * @throws {RangeError} as `recallNonconformity`, or if `alpha` is outside [0, 1)
 */
export function recallThreshold(
  failures: readonly SeveralErrors[],
  { share, alpha }: { readonly share: number; readonly alpha: number },
): ThresholdClaim {
  const scores = failures.map((failure) => recallNonconformity(failure.scores, failure.decisives, share));
  const n = scores.length;
  const rank = conformalRank(n, alpha);
  if (alpha === 0) return requestedClaim();
  if (rank > n) return everyStepClaim(alpha, labelsNeeded(alpha), tooFew(alpha, n));
  const reason = `From ${n} labelled failures: at least ${rank} in ${n + 1} such sets hold ${share} or more of a run's errors.`;
  return {
    value: conformalQuantile(scores, alpha),
    alpha,
    level: rank / (n + 1),
    guarantee: "exact",
    reason,
  };
}

/** Why every step is in. */
export function tooFew(alpha: number, n: number): string {
  return `alpha ${alpha} needs ${labelsNeeded(alpha)} labelled failures or more, and there are ${n}`;
}
