import { calibrationSize, type PromiseAsked } from "./calibration-size.ts";

/** Fewer labels teach a scorer nothing. */
const ENOUGH_TO_FIT = 10;

/** How many labelled failures fit a scorer, and how many calibrate. */
export interface LabelSplit {
  /** 0 where so few are better used to calibrate alone. */
  readonly fit: number;
  readonly calibrate: number;
}

/**
 * The use of n labelled failures that serves rollbacks best: from ten on, and where that leaves enough to calibrate, some of them fit a scorer.
 *
 * @param n number of labelled failures, a whole number >= 0
 *
 * @example
 * labelSplit(9, { alpha: 0.2 }); // { fit: 0, calibrate: 9 }
 * labelSplit(20, { alpha: 0.2 }); // { fit: 11, calibrate: 9 }
 */
export function labelSplit(n: number, asked: PromiseAsked): LabelSplit {
  const calibrate = n < ENOUGH_TO_FIT ? 0 : calibrationSize(n, asked);
  return calibrate === 0 ? { fit: 0, calibrate: n } : { fit: n - calibrate, calibrate };
}
