import { checkAlpha } from "./alpha.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import type { LabelConvention } from "./label-convention.ts";
import type { DrawnRank } from "./threshold-rank.ts";

/** A calibrated threshold, with all that is needed to use it and to say what it promises. Made by `calibrateThreshold`. */
export interface Threshold extends ConformalOptions {
  /** Tolerated miss rate, in [0, 1). 0 asks for every step. */
  readonly alpha: number;
  /** Number of labelled failures it was calibrated on. */
  readonly n: number;
  /** Its rank among their nonconformities, in [1, n + 1]. */
  readonly rank: number;
  /** Steps at or below it are in the set. `Infinity`, i.e. every step, when `rank` is above n - `misses`. */
  readonly value: number;
  /**
   * Coverage attained, rank / (n + 1); 1 when every step is in the set. At least 1 - alpha, unless the rank was drawn, or `smallSample:
   * "max"` took what there was.
   */
  readonly level: number;
  /** Present where the rank was drawn. `level` is then less than 1 / (n + 1) away from its average. */
  readonly drawn?: DrawnRank;
  /** Tolerated share of calibrations that miss more than alpha, if one was given. */
  readonly delta?: number;
  /** With `delta`: the probability that this calibration is one of those that cover at least 1 - alpha. */
  readonly confidence?: number;
  /** Present where the guarantee is approximate only: why, as a clause. */
  readonly approximate?: string;
  /** Content of sets, where it is not the decisive step: "0.5 or more of a run's decisive steps". */
  readonly holds?: string;
  /** Convention of the labels, where they are no person's: the promise is about another step then. */
  readonly convention?: LabelConvention;
  /** How many of the n failures count as misses of every set: their nonconformity is infinite. Absent: none. */
  readonly misses?: number;
}

/**
 * Refuses a threshold whose parts contradict each other, say one that lost its infinity in a JSON file.
 *
 * @throws {RangeError} on an alpha outside [0, 1), a rank outside [1, n + 1], a value that is no number, or one that
 *   is infinite where the rank says otherwise
 */
export function checkThreshold(threshold: Threshold): void {
  const { alpha, misses = 0, n, rank, value } = threshold;
  checkAlpha(alpha);
  if (!Number.isSafeInteger(n) || n < 0) {
    throw new RangeError(`Expected \`threshold.n\` to be a whole number >= 0, got ${n}.`);
  }
  if (!Number.isSafeInteger(rank) || rank < 1 || rank > n + 1) {
    throw new RangeError(`Expected \`threshold.rank\` in [1, ${n + 1}] for n = ${n}, got ${rank}.`);
  }
  const isInfinite = rank > n - misses;
  const proper = isInfinite ? value === Infinity : Number.isFinite(value);
  if (!proper) {
    const wanted = isInfinite ? "Infinity" : "finite";
    throw new RangeError(
      `Expected \`threshold.value\` to be ${wanted} at rank ${rank} of ${n}, got ${String(value)}.`,
    );
  }
}
