import { betaLaw } from "./beta-law.ts";
import { conformalRank, isRankDrawn, labelsNeeded } from "./conformal-rank.ts";
import { pacLabelsNeeded, pacRank } from "./pac-rank.ts";
import { SmallSampleError } from "./small-sample-error.ts";

/**
 * Action where n is too small for a threshold that leaves any step out:
 *
 * - `full`: put every step into the set, flagged `trivial`
 * - `max`: take the largest nonconformity for threshold; sets then hold the decisive step with probability n / (n + 1), which is
 *   below 1 - alpha, and say so as `shortfall`. Without any labelled failure it is `full`
 * - `throw`: throw a `SmallSampleError`
 */
export type SmallSamplePolicy = "full" | "max" | "throw";

/** The promise that a threshold is to make. */
export interface CoverageGoal {
  /** Tolerated miss rate, in [0, 1). 0 asks for every step. */
  readonly alpha: number;
  /**
   * Tolerated share of calibrations, in (0, 1), whose own miss rate is above alpha. Absent by default: alpha then holds on
   * average over calibrations. See `pacRank`; it takes independent draws, and about twice the labels.
   */
  readonly delta?: number;
  /**
   * In [0, 1): draws the rank, so that 1 - alpha is met exactly on average over calibrations; see `conformalRank`. `labelsU` makes one of
   * labels. Absent: the rank is rounded up. With `delta` nothing is drawn.
   */
  readonly u?: number;
}

/** That a rank was drawn, and what holds on average over what may be drawn. */
export interface DrawnRank {
  /** The number drawn, in [0, 1). */
  readonly u: number;
  /** The level on average over u, 1 - alpha. */
  readonly average: number;
}

/**
 * Rank of the threshold among n nonconformities.
 *
 * @param misses how many of them are infinite, since no set is to hold those failures; default 0
 * @returns in [1, n + 1]; above n - misses for every step
 * @throws {SmallSampleError} if n is too small and the policy is `throw`
 * @throws {RangeError} on bad arguments
 */
export function thresholdRank(
  n: number,
  goal: CoverageGoal,
  policy: SmallSamplePolicy = "full",
  misses = 0,
): number {
  if (!["full", "max", "throw"].includes(policy)) {
    throw new RangeError(`Expected \`smallSample\` to be "full", "max" or "throw", got "${policy}".`);
  }
  const { alpha, delta, u } = goal;
  const rank = delta === undefined ? conformalRank(n, alpha, u) : (pacRank(n, alpha, delta) ?? n + 1);
  if (rank <= n - misses || alpha === 0 || policy === "full") return rank;
  if (policy === "throw") throw new SmallSampleError(n, labelsFor(goal, misses), describeGoal(goal));
  return Math.max(1, n);
}

/** The draw behind the rank of n scores, for results to hold; nothing where no draw could change the rank. */
export function drawnRank(n: number, { alpha, delta, u }: CoverageGoal): { readonly drawn?: DrawnRank } {
  if (u === undefined || delta !== undefined || !isRankDrawn(n, alpha)) return {};
  return { drawn: { u, average: 1 - alpha } };
}

/**
 * Smallest n whose sets can be smaller than the whole trajectory, for alpha > 0.
 *
 * @param misses how many of the n failures no set is to hold; default 0
 */
export function labelsFor({ alpha, delta }: CoverageGoal, misses = 0): number {
  return delta === undefined ? labelsNeeded(alpha, misses) : pacLabelsNeeded(alpha, delta, misses);
}

/**
 * Smallest alpha whose sets can be smaller than the whole trajectory, whatever rank is drawn.
 *
 * @param n      number of labelled failures
 * @param misses how many of them no set is to hold
 * @returns (misses + 1) / (n + 1), or with `delta` what `pacRank` allows; 1 or more if there is none below 1
 */
export function smallestAlpha(n: number, misses: number, { delta }: Pick<CoverageGoal, "delta">): number {
  if (delta === undefined || misses >= n) return (misses + 1) / (n + 1);
  return 1 - betaLaw(n, n - misses).quantile(delta);
}

export function describeGoal({ alpha, delta }: CoverageGoal): string {
  return delta === undefined ? `alpha ${alpha}` : `alpha ${alpha} and delta ${delta}`;
}
