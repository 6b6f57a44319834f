import { checkAlpha } from "./alpha.ts";

/** Above any rounding error of `alpha * (n + 1)`, far below one rank. */
const SLACK = 1e-9;

/**
 * Rank k of the calibration score that serves as threshold: the smallest whole k with k / (n + 1) >= 1 - alpha. With `u` it is drawn,
 * floor((1 - alpha) (n + 1) + u): k / (n + 1) is then 1 - alpha exactly on average over u, and no labels are wasted on rounding up. For one u the
 * ranks of several alphas are nested.
 *
 * `ceil((n + 1) * (1 - alpha))` in floating point is a rank too high at many round alphas (n = 9, alpha = 0.7 gives
 * 4 there, 3 here), so the misses are counted instead, with a slack of 1e-9.
 *
 * @param n     number of labelled failures, a whole number >= 0
 * @param alpha tolerated miss rate, in [0, 1)
 * @param u     in [0, 1), drawn evenly and without a look at the scores; absent: rounded up
 * @returns k = n + 1 - floor(alpha (n + 1) + 1e-9), in [1, n + 1], or with `u` one less, as drawn; n + 1 says that n is too
 *   small for alpha (or that alpha is 0), and no finite threshold will do: then nothing is drawn
 * @throws {RangeError} if `n` is not a whole number >= 0, or `alpha` or `u` is outside [0, 1)
 * @see arXiv:2605.06788, Appendix A.1
 *
 * @example
 * conformalRank(18, 0.1); // 18: the level is 18 / 19
 * conformalRank(18, 0.1, 0.5); // 17: the level is 17 / 19, and 0.9 on average over u
 */
export function conformalRank(n: number, alpha: number, u?: number): number {
  if (!Number.isSafeInteger(n) || n < 0) {
    throw new RangeError(`Expected \`n\` to be a whole number >= 0, got ${n}.`);
  }
  checkAlpha(alpha);
  if (u !== undefined) checkU(u);
  const tolerated = Math.floor(alpha * (n + 1) + SLACK);
  const isOneMore = u !== undefined && tolerated > 0 && alpha * (n + 1) - tolerated > u + SLACK;
  // The slack can round alphas next to 1 up to n + 1 misses; some score must stay.
  return Math.max(1, n + 1 - tolerated - (isOneMore ? 1 : 0));
}

/** Whether the rank of n scores depends on what is drawn. */
export function isRankDrawn(n: number, alpha: number): boolean {
  return conformalRank(n, alpha, 0) < conformalRank(n, alpha);
}

/** @throws {RangeError} if `u` is outside [0, 1) */
export function checkU(u: number): void {
  if (!(u >= 0 && u < 1)) throw new RangeError(`Expected \`u\` in [0, 1), got ${u}.`);
}

/**
 * Smallest n whose rank stays within the calibration scores: from this n on, sets can be smaller than the whole trajectory.
 *
 * @param alpha  tolerated miss rate, in (0, 1)
 * @param misses how many of the n failures no set is to hold; default 0
 * @returns ceil((misses + 1) / alpha) - 1, with the same slack as `conformalRank`
 */
export function labelsNeeded(alpha: number, misses = 0): number {
  return Math.ceil((misses + 1 - SLACK) / alpha) - 1;
}
