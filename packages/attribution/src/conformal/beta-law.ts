import { betaQuantile, incompleteBeta } from "./incomplete-beta.ts";
import { checkCount } from "./check-count.ts";

/** How the coverage of one calibration is spread: a calibration is a draw, and some draws are luckier than others. */
export interface BetaLaw {
  /** Average over calibrations, rank / (n + 1): the attained level. */
  readonly mean: number;
  /** Coverage that a share `p` of calibrations stays below, p in [0, 1]. */
  readonly quantile: (p: number) => number;
  /** Share of calibrations whose coverage is at most `coverage`, in [0, 1]. */
  readonly atMost: (coverage: number) => number;
}

/**
 * Law of the coverage that a calibration turns out to have, once its n failures are drawn: Beta(k, n + 1 - k).
 *
 * Exactly that if the n failures and the runs to come are independent draws of one distribution and scores do not tie;
 * ties only add coverage. At rank n + 1 every step is in the set, and the coverage is 1 for certain.
 *
 * @param n    number of labelled failures, a whole number >= 0
 * @param rank k, rank of the threshold among their nonconformities, in [1, n + 1]
 * @throws {RangeError} on an n or a rank outside those ranges; `quantile` and `atMost` on arguments outside [0, 1]
 * @see Vovk, Conditional validity of inductive conformal predictors (2012), Proposition 2
 */
export function betaLaw(n: number, rank: number): BetaLaw {
  checkCount("n", n, 0);
  if (!Number.isSafeInteger(rank) || rank < 1 || rank > n + 1) {
    throw new RangeError(`Expected \`rank\` in [1, ${n + 1}] for n = ${n}, got ${rank}.`);
  }
  if (rank === n + 1) {
    return { mean: 1, quantile: () => 1, atMost: (coverage) => (coverage >= 1 ? 1 : 0) };
  }
  const misses = n + 1 - rank;
  return {
    mean: rank / (n + 1),
    quantile: (p) => betaQuantile(p, rank, misses),
    atMost: (coverage) => incompleteBeta(coverage, rank, misses),
  };
}
