import { checkCount } from "./check-count.ts";
import type { ConfidenceInterval } from "./clopper-pearson.ts";

/**
 * Confidence interval of the mean of values in [0, 1], from the mean observed: it holds the true mean at least as often as it
 * says, whatever the values are distributed like. Of values that are 0 or 1 alone `clopperPearson` is narrower.
 *
 * @param mean       of the values observed, in [0, 1]
 * @param n          number of independent values, a whole number >= 1
 * @param confidence in (0, 1); default 0.95
 * @returns mean -+ sqrt(ln(2 / (1 - confidence)) / (2 n)), cut to [0, 1]
 * @throws {RangeError} on arguments outside those ranges
 * @see Hoeffding, Journal of the American Statistical Association 58 (1963), theorem 1
 */
export function hoeffdingInterval(mean: number, n: number, confidence = 0.95): ConfidenceInterval {
  checkCount("n", n, 1);
  if (!(mean >= 0 && mean <= 1)) throw new RangeError(`Expected \`mean\` in [0, 1], got ${mean}.`);
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`Expected \`confidence\` in (0, 1), got ${confidence}.`);
  }
  const half = Math.sqrt(Math.log(2 / (1 - confidence)) / (2 * n));
  return { lower: Math.max(0, mean - half), upper: Math.min(1, mean + half) };
}
