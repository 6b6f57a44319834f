import { clopperPearson, type ConfidenceInterval } from "../conformal/index.ts";

import { rejectionOf } from "./rejection.ts";
import type { VerifierCalibration } from "./verifier-calibration.ts";

/** How many wrong runs a calibrated verifier catches. */
export interface CaughtShare {
  /** Wrong runs among the labelled ones. */
  readonly wrong: number;
  /** How many of them score below the threshold of their group. */
  readonly caught: number;
  /** 95 % Clopper-Pearson interval of the share that is caught. */
  readonly interval: ConfidenceInterval;
}

/**
 * How many of the labelled wrong runs a verifier catches at an epsilon: an estimate, not a promise. The wrong runs have no part in the
 * threshold.
 *
 * @param epsilon default: the calibration's
 * @returns `undefined` if no wrong run is labelled
 */
export function caughtShare(calibration: VerifierCalibration, epsilon?: number): CaughtShare | undefined {
  const wrong = calibration.verdicts.filter(({ right }) => !right);
  if (wrong.length === 0) return undefined;
  const goal = epsilon === undefined ? {} : { epsilon };
  const caught = wrong.filter(
    ({ group, score }) =>
      score < rejectionOf(calibration, { ...goal, ...(group === undefined ? {} : { group }) }).below,
  ).length;
  return { wrong: wrong.length, caught, interval: clopperPearson(caught, wrong.length) };
}
