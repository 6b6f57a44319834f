import { checkAlpha } from "./alpha.ts";
import { checkCount } from "./check-count.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

/** Above the rounding of the beta function, far below any delta that matters. */
const SLACK = 1e-12;

/**
 * Rank of the threshold for which not only the average but all but a share `delta` of calibrations cover 1 - alpha
 * ("probably approximately correct"): the smallest k whose law Beta(k, n + 1 - k) has its delta-quantile at or above
 * 1 - alpha.
 *
 * It takes more than exchangeability: the labelled failures and the runs to come must be independent draws of one
 * distribution.
 *
 * @param n     number of labelled failures, a whole number >= 0
 * @param alpha tolerated miss rate, in [0, 1)
 * @param delta tolerated share of calibrations that miss more, in (0, 1)
 * @returns k in [1, n], at least about `conformalRank(n, alpha)` for small deltas; `undefined` if n is too small, i.e.
 *   (1 - alpha)^n > delta: then only the set of all steps will do
 * @throws {RangeError} on arguments outside those ranges
 * @see Vovk, Conditional validity of inductive conformal predictors (2012), Proposition 2
 */
export function pacRank(n: number, alpha: number, delta: number): number | undefined {
  checkCount("n", n, 0);
  checkAlpha(alpha);
  checkDelta(delta);
  const enough = (rank: number) => incompleteBeta(1 - alpha, rank, n + 1 - rank) <= delta + SLACK;
  if (n === 0 || !enough(n)) return undefined;
  // The chance of a bad calibration falls with the rank, so halve the range.
  let [low, high] = [1, n];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Smallest n that has a `pacRank` of n - misses or less.
 *
 * @param misses how many of the n failures no set is to hold; default 0
 * @returns without misses the least n with (1 - alpha)^n <= delta, for alpha in (0, 1)
 */
export function pacLabelsNeeded(alpha: number, delta: number, misses = 0): number {
  const least = Math.max(1, Math.ceil((Math.log(delta) / Math.log1p(-alpha)) * (1 - SLACK)));
  if (misses === 0) return least;
  const isEnough = (n: number) => (pacRank(n, alpha, delta) ?? n + 1) <= n - misses;
  let [low, high] = [least, least];
  while (!isEnough(high)) [low, high] = [high + 1, 2 * high];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @throws {RangeError} if `delta` is outside (0, 1) */
function checkDelta(delta: number): void {
  if (!(delta > 0 && delta < 1)) throw new RangeError(`Expected \`delta\` in (0, 1), got ${delta}.`);
}
