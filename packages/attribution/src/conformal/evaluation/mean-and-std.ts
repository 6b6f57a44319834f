/** Mean of some values, and how far they lie from it. */
export interface MeanAndStd {
  readonly mean: number;
  /** Standard deviation, divided by the number of values; 0 of a single one. */
  readonly std: number;
}

/**
 * Mean and standard deviation.
 *
 * @param values shape [n]
 * @returns NaN twice if there is no value, or if one of them is NaN
 */
export function meanAndStd(values: readonly number[]): MeanAndStd {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, std: Math.sqrt(variance) };
}
