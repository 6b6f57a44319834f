import { conformalRank } from "./conformal-rank.ts";

/**
 * Threshold that a fresh nonconformity score stays at or below with probability >= 1 - alpha.
 *
 * The order of the scores does not matter. Without ties the probability is exactly k / (n + 1), and with an evenly drawn `u` 1 - alpha.
 *
 * @param scores nonconformity of n labelled failures, shape [n], exchangeable with the fresh one; may be empty
 * @param alpha  tolerated miss rate, in [0, 1)
 * @param u      draws the rank; see `conformalRank`
 * @returns the k-th smallest score, k = `conformalRank(n, alpha, u)`; `Infinity` when k > n
 * @throws {RangeError} if `alpha` or `u` is outside [0, 1) or a score is NaN
 * @see arXiv:2605.06788, Theorem 1
 */
export function conformalQuantile(scores: readonly number[], alpha: number, u?: number): number {
  const rank = conformalRank(scores.length, alpha, u);
  for (let index = 0; index < scores.length; index += 1) {
    const score: unknown = scores[index];
    if (typeof score !== "number" || Number.isNaN(score)) {
      throw new RangeError(`Expected \`scores[${index}]\` to be a number, got ${String(score)}.`);
    }
  }
  return Float64Array.from(scores).toSorted()[rank - 1] ?? Infinity;
}
