import { conformalRank, pacRank } from "../conformal/index.ts";
import { trimmedSize } from "../conformal/trimmed-labels.ts";

/** The promise that is asked of sets, as far as it decides how many labels calibrate. */
export interface PromiseAsked {
  /** Tolerated miss rate, in [0, 1). */
  readonly alpha: number;
  /** See `CoverageGoal`. */
  readonly delta?: number | undefined;
}

/**
 * How many of n labelled failures calibrate where the others fit a scorer: as many as need no rounding of the rank, and at most half.
 * 4, 9, 14 and so on at alpha 0.2; 9, 19, 29 at 0.1. With `delta` it is half.
 *
 * It depends on numbers alone, so that the promise stays exact.
 *
 * @param n number of labelled failures, a whole number >= 0
 * @returns in [0, n / 2]; 0 where so few cannot bound anything: then none are left to fit, and all should calibrate
 */
export function calibrationSize(n: number, { alpha, delta }: PromiseAsked): number {
  const half = Math.floor(n / 2);
  if (delta !== undefined) return pacRank(half, alpha, delta) === undefined ? 0 : half;
  const size = trimmedSize(half, alpha);
  return conformalRank(size, alpha) > size ? 0 : size;
}
