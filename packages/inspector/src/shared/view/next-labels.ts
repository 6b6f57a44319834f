/** Use of a number of labelled failures, by the defaults of `calibrate`. */
export interface LabelUse {
  /** Failures whose labels calibration can use. */
  readonly labels: number;
  /** How many of them fit a scorer; 0 where all calibrate, and rollbacks go by where errors stand. */
  readonly fit: number;
  readonly calibrate: number;
  /** Between these two shares the coverage of one such calibration lies, at least nine times out of ten; absent where so few bound nothing. */
  readonly band?: { readonly low: number; readonly high: number };
  /** The highest promise that can be asked of a calibration whose scorer is fitted, in [0, 1); 0 where none is. */
  readonly highest: number;
}

/** Use of the labels at hand, and gain from the next ones: arithmetic alone, and no forecast. */
export interface NextLabels {
  /** Coverage that is promised, on average over calibrations. */
  readonly promise: number;
  /** Labels that this promise needs at the least. */
  readonly needed: number;
  readonly now: LabelUse;
  /** Once the ten at hand is full. */
  readonly next: LabelUse;
}
