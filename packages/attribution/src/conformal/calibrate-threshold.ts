import { betaLaw } from "./beta-law.ts";
import { checkConformalOptions, type ConformalOptions } from "./conformal-options.ts";
import { checkCount } from "./check-count.ts";
import type { LabelConvention } from "./label-convention.ts";
import { type CoverageGoal, drawnRank, type SmallSamplePolicy, thresholdRank } from "./threshold-rank.ts";
import type { Threshold } from "./threshold.ts";

/** Method, promise, and what to do when there are too few labels for it. */
export interface CalibrateThresholdOptions extends ConformalOptions, CoverageGoal {
  /** Default `full`: too few labels are no error, sets then hold every step. */
  readonly smallSample?: SmallSamplePolicy;
  /** Why sets are to say that their guarantee is approximate, as a clause; absent where it is exact. */
  readonly approximate?: string;
  /** Content of sets, where it is not the decisive step: "0.5 or more of a run's decisive steps". */
  readonly holds?: string;
  /** Convention of the labels, where they are no person's: words of the promise change. */
  readonly convention?: LabelConvention;
  /**
   * Labelled failures beside those whose nonconformity is given, which count as misses of every set: their nonconformity is infinite, and n
   * counts them. Default 0.
   */
  readonly misses?: number;
}

/**
 * Threshold from the nonconformities of labelled failures at their decisive steps.
 *
 * The failures must be exchangeable with the runs that follow, and must not have been used to fit the scorer. Their
 * order does not matter. With `delta` they must be independent draws, too.
 *
 * @param nonconformities S(x_i, y_i) of n labelled failures, shape [n], finite, by the same method and aggregation;
 *   may be empty
 * @param options         method and aggregation, stored for prediction, and the promise
 * @returns the threshold with its rank and the coverage attained, and for `delta` how sure that is
 * @throws {RangeError} if `alpha` or `u` is outside [0, 1) or `delta` outside (0, 1), a nonconformity is NaN or infinite,
 *   or the options are bad
 * @throws {SmallSampleError} if n is too small, and `smallSample` is "throw"
 * @see arXiv:2605.06788, Theorem 1
 */
export function calibrateThreshold(
  nonconformities: readonly number[],
  options: CalibrateThresholdOptions,
): Threshold {
  const {
    method,
    aggregation,
    alpha,
    delta,
    smallSample,
    approximate,
    holds,
    convention,
    misses = 0,
  } = options;
  checkConformalOptions(options);
  checkNonconformities(nonconformities);
  checkCount("misses", misses, 0);
  const n = nonconformities.length + misses;
  const rank = thresholdRank(n, options, smallSample, misses);
  return {
    method,
    ...(aggregation === undefined ? {} : { aggregation }),
    alpha,
    n,
    rank,
    value: new Float64Array(nonconformities).toSorted()[rank - 1] ?? Infinity,
    level: rank / (n + 1),
    ...drawnRank(n, options),
    ...(delta === undefined ? {} : { delta, confidence: 1 - betaLaw(n, rank).atMost(1 - alpha) }),
    ...(approximate === undefined ? {} : { approximate }),
    ...(holds === undefined ? {} : { holds }),
    ...(convention === undefined ? {} : { convention }),
    ...(misses === 0 ? {} : { misses }),
  };
}

function checkNonconformities(nonconformities: readonly number[]): void {
  for (let index = 0; index < nonconformities.length; index += 1) {
    const value = nonconformities[index];
    if (!Number.isFinite(value)) {
      throw new RangeError(`Expected \`nonconformities[${index}]\` to be finite, got ${String(value)}.`);
    }
  }
}
