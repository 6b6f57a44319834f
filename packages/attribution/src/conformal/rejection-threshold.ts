import { betaLaw } from "./beta-law.ts";
import { type DrawnRank, drawnRank, labelsFor, thresholdRank } from "./threshold-rank.ts";

/** The promise that rejecting runs by their scores is to make. */
export interface RejectionGoal {
  /** Tolerated share of right runs that are rejected, in [0, 1). 0 asks for none. */
  readonly epsilon: number;
  /**
   * Tolerated share of calibrations, in (0, 1), that reject more right runs than epsilon. Absent by default: epsilon then holds on average
   * over calibrations. It takes independent draws, and about twice the labels.
   */
  readonly delta?: number;
  /** In [0, 1): draws the rank, so that epsilon is met exactly on average over calibrations; see `CoverageGoal`. */
  readonly u?: number;
}

/** Below which score a run is rejected, and what that promises. */
export interface RejectionThreshold extends Omit<RejectionGoal, "u"> {
  /** A run is rejected if its score is lower. `-Infinity`: no run is. */
  readonly below: number;
  /** Number of right runs that it was calibrated on. */
  readonly n: number;
  /** Rank of the score `below` among theirs, from the highest, in [1, n + 1]. */
  readonly rank: number;
  /** Probability, at the least, that a right run is not rejected: rank / (n + 1), at least 1 - epsilon unless the rank was drawn. */
  readonly level: number;
  /** Present where the rank was drawn. */
  readonly drawn?: DrawnRank;
  /** With `delta`: the probability that this calibration is one of those that reject at most epsilon of right runs. */
  readonly confidence?: number;
  /** Present where no run is rejected because n is too small; `needed` is the number of right runs to have. */
  readonly trivial?: { readonly reason: string; readonly needed: number };
}

/**
 * Score below which a run is rejected. A right run is rejected with probability at most epsilon. Nothing is assumed about the scores. Ties are not
 * rejected: they lower the probability.
 *
 * @param rightScores scores of n right runs, shape [n], finite, higher for better runs; exchangeable with the right runs to come
 * @throws {RangeError} if `epsilon` or `u` is outside [0, 1), `delta` outside (0, 1), or a score is NaN or infinite
 * @see Vovk, Gammerman, Shafer, Algorithmic Learning in a Random World (2005), on conformal anomaly detection
 */
export function rejectionThreshold(
  rightScores: readonly number[],
  { epsilon, delta, u }: RejectionGoal,
): RejectionThreshold {
  const bad = rightScores.find((score) => !Number.isFinite(score));
  if (bad !== undefined) throw new RangeError(`Expected finite scores, got ${bad}.`);
  if (!(epsilon >= 0 && epsilon < 1)) throw new RangeError(`Expected \`epsilon\` in [0, 1), got ${epsilon}.`);
  const goal = {
    alpha: epsilon,
    ...(delta === undefined ? {} : { delta }),
    ...(u === undefined ? {} : { u }),
  };
  const n = rightScores.length;
  const rank = thresholdRank(n, goal);
  const isTrivial = rank > n && epsilon > 0;
  return {
    epsilon,
    ...(delta === undefined ? {} : { delta, confidence: 1 - betaLaw(n, rank).atMost(1 - epsilon) }),
    below: Float64Array.from(rightScores).toSorted()[n - rank] ?? -Infinity,
    n,
    rank,
    level: rank / (n + 1),
    ...drawnRank(n, goal),
    ...(isTrivial ? { trivial: tooFew(n, labelsFor(goal), { epsilon, delta }) } : {}),
  };
}

const tooFew = (
  n: number,
  needed: number,
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number | undefined },
): { reason: string; needed: number } => ({
  reason: `${n} right ${n === 1 ? "run is" : "runs are"} labelled, and epsilon ${epsilon}${delta === undefined ? "" : ` with delta ${delta}`} needs ${needed}`,
  needed,
});
