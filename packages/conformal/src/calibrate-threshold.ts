import { conformalQuantile } from "./conformal-quantile.ts";
import { conformalRank } from "./conformal-rank.ts";
import { checkConformalOptions, type ConformalOptions } from "./conformal-options.ts";
import type { Threshold } from "./threshold.ts";

/**
 * Threshold from the nonconformities of labelled failures at their decisive steps.
 *
 * The failures must be exchangeable with the runs that follow, and must not have been used to fit the scorer. Their
 * order does not matter. Too few of them for alpha is no error: the value is then `Infinity` and sets are full.
 *
 * @param nonconformities S(x_i, y_i) of n labelled failures, shape [n], finite, by the same method and aggregation;
 *   may be empty
 * @param options         method and aggregation, kept for prediction, and alpha in [0, 1), where 0 asks for every step
 * @returns the threshold with its rank and the coverage attained
 * @throws {RangeError} if `alpha` is outside [0, 1), a nonconformity is NaN or infinite, or the options are bad
 * @see arXiv:2605.06788, Theorem 1
 */
export function calibrateThreshold(
  nonconformities: readonly number[],
  options: ConformalOptions & { readonly alpha: number },
): Threshold {
  const { method, aggregation, alpha } = options;
  checkConformalOptions(options);
  checkNonconformities(nonconformities);
  const n = nonconformities.length;
  const rank = conformalRank(n, alpha);
  return {
    method,
    ...(aggregation === undefined ? {} : { aggregation }),
    alpha,
    n,
    rank,
    value: conformalQuantile(nonconformities, alpha),
    level: rank / (n + 1),
  };
}

function checkNonconformities(nonconformities: readonly number[]): void {
  for (const [index, value] of nonconformities.entries()) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`Expected \`nonconformities[${index}]\` to be finite, got ${String(value)}.`);
    }
  }
}
