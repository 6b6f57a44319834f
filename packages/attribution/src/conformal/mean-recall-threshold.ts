import { labelsNeeded } from "./conformal-rank.ts";
import { errorScores } from "./recall-nonconformity.ts";
import { everyStepClaim, requestedClaim, type ThresholdClaim } from "./threshold-claim.ts";
import { weightedQuantile } from "./weighted-quantile.ts";

/** A labelled failure with one decisive error or more. */
export interface SeveralErrors {
  /** S(x, j) of each step, shape [l], from `nonconformity`. */
  readonly scores: readonly number[];
  /** Y, the errors' steps, 0-based, at least one. */
  readonly decisives: readonly number[];
}

/**
 * Threshold whose sets hold, on average over runs, at least 1 - alpha of a run's decisive errors: conformal risk control
 * of the loss 1 - recall_i(q), which falls in q from 1 to 0.
 *
 * q = inf{q : (sum_i (1 - recall_i(q)) + 1) / (n + 1) <= alpha}. A run's errors weigh 1 / |Y_i| each and the fresh run's
 * loss is 1 at worst, so that q is the quantile of all errors' scores with those weights and a mass of 1 at +Infinity.
 * E[recall] >= 1 - alpha then holds for exchangeable runs. A single run may still lose all its errors: where that
 * matters, ask for a share of them.
 *
 * @param failures n labelled failures, not used to fit the scorer; may be empty
 * @param alpha    tolerated mean share of errors outside the set, in [0, 1); 0 asks for every step
 * @returns the threshold, `trivial` where n < 1/alpha - 1
 * @throws {RangeError} on a run without an error, a step outside its run, or alpha outside [0, 1)
 * @see Angelopoulos, Bates, Fisch, Lei and Schuster, "Conformal risk control", arXiv:2208.02814, Theorem 1
 */
export function meanRecallThreshold(
  failures: readonly SeveralErrors[],
  { alpha }: { readonly alpha: number },
): ThresholdClaim {
  const errors = failures.flatMap(({ scores, decisives }) => {
    const own = errorScores(scores, decisives);
    return own.map((score) => ({ score, weight: 1 / own.length }));
  });
  const { value } = weightedQuantile(
    errors.map(({ score }) => score),
    errors.map(({ weight }) => weight),
    1,
    alpha,
  );
  const n = failures.length;
  if (alpha === 0) return requestedClaim();
  if (value === Infinity)
    return everyStepClaim(
      alpha,
      labelsNeeded(alpha),
      `alpha ${alpha} needs ${labelsNeeded(alpha)} labelled failures or more, and there are ${n}`,
    );
  const reason = `From ${n} labelled failures: on average such sets are promised to contain at least ${Math.round((1 - alpha) * 1e4) / 1e4} of a run's errors.`;
  return { value, alpha, level: 1 - alpha, guarantee: "exact", reason };
}
