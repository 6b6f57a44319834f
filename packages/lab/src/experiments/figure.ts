import type { ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";
import { clusteredErrors } from "@langgraph-rollback/attribution/conformal/evaluation";

/** A mean with its standard error. */
export interface Figure {
  readonly mean: number;
  readonly standardError: number;
}

/** A difference of two arms on the same failures. */
export interface PairedFigure {
  readonly difference: number;
  /** 95 %, by a bootstrap over problems. */
  readonly interval: ConfidenceInterval;
  /** McNemar's exact test, two-sided. */
  readonly p: number;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A mean whose error is over problems: runs on one problem depend on each other. */
export function overProblems(values: readonly number[], problems: readonly string[]): Figure {
  const errors = clusteredErrors(["value"]);
  for (const [at, value] of values.entries()) errors.add(problems[at] ?? "", { value });
  return { mean: mean(values), standardError: errors.standardError("value") };
}

/**
 * Ratio of some values to others, summed over runs. The error is over problems, linearised: that of the values less the ratio times the others.
 *
 * @see Cochran, Sampling Techniques (1977), section 6.3
 */
export function ratioOverProblems(
  values: readonly number[],
  others: readonly number[],
  problems: readonly string[],
): Figure {
  const ratio = mean(values) / mean(others);
  const residuals = values.map((value, at) => value - ratio * (others[at] ?? 0));
  return {
    mean: ratio,
    standardError: overProblems(residuals, problems).standardError / mean(others),
  };
}

/** A mean whose error is over groups that are alike in nothing, such as calibrations with labels of their own. NaN for fewer than two. */
export function overGroups(values: readonly number[], groups: readonly number[]): Figure {
  const means = [...new Set(groups)].map((group) => mean(values.filter((_, at) => groups[at] === group)));
  const centre = mean(means);
  const variance = means.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (means.length - 1);
  return { mean: mean(values), standardError: Math.sqrt(variance / means.length) };
}
