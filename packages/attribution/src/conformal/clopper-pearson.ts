import { checkCount } from "./check-count.ts";
import { betaQuantile } from "./incomplete-beta.ts";

/** Both ends are probabilities. */
export interface ConfidenceInterval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Confidence interval of a probability, from how often it came true: the exact one, by the binomial law itself.
 *
 * It holds the true probability at least as often as it says, for any n; for small n it is wider than need be. Each end
 * errs with at most half of 1 - confidence.
 *
 * @param successes  how often, a whole number in [0, n]
 * @param n          of how many independent trials, a whole number >= 1
 * @param confidence in (0, 1); default 0.95
 * @throws {RangeError} on arguments outside those ranges
 * @see Clopper and Pearson, Biometrika 26 (1934)
 */
export function clopperPearson(successes: number, n: number, confidence = 0.95): ConfidenceInterval {
  checkCount("n", n, 1);
  if (!Number.isSafeInteger(successes) || successes < 0 || successes > n) {
    throw new RangeError(`Expected \`successes\` in [0, ${n}] for n = ${n}, got ${successes}.`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`Expected \`confidence\` in (0, 1), got ${confidence}.`);
  }
  const tail = (1 - confidence) / 2;
  const failures = n - successes;
  // By symmetry, so that an end next to 0 keeps its digits: 1 - p of the upper tail would round.
  return {
    lower: successes === 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    upper: failures === 0 ? 1 : 1 - betaQuantile(tail, failures, successes + 1),
  };
}
