import type { Point } from "./series.ts";

/**
 * Exponent k of the growth n^k: least squares of the logarithm of the value over that of the size, over the upper half of the sizes, where
 * what a call costs in itself counts least.
 *
 * @param points by size, at least two
 * @returns NaN for fewer than two
 */
export function slopeOf(points: readonly Point[]): number {
  const upper = points.slice(Math.min(Math.floor(points.length / 2), points.length - 2));
  const logs = upper.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const x = mean(logs.map((each) => each.x));
  const y = mean(logs.map((each) => each.y));
  const covariance = logs.reduce((sum, each) => sum + (each.x - x) * (each.y - y), 0);
  return covariance / logs.reduce((sum, each) => sum + (each.x - x) ** 2, 0);
}

/** The slope in words. From 1,000 to 10,000, n log n has a slope of 1.12. */
export function growthWord(slope: number): string {
  if (Number.isNaN(slope)) return "";
  if (slope < 0.15) return "flat";
  if (slope < 0.85) return "below linear";
  if (slope <= 1.08) return "linear";
  if (slope <= 1.25) return "n log n";
  if (slope < 1.8) return "above n log n";
  return slope <= 2.15 ? "quadratic" : "above quadratic";
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
