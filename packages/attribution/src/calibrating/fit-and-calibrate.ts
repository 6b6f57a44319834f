import { isLabelled, type LabelledTrajectory, type MissedTrajectory } from "../trajectory/index.ts";

import { seededOrder } from "../draws/seeded-order.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import type { FitFailures, FitScorer, FittedScorer } from "../scorers/step-scorer.ts";
import { calibrate, checkCalibrationOptions, type CalibrationOptions, DEFAULT_ALPHA } from "./calibrate.ts";
import { fitToPart } from "./fit-to-part.ts";
import { isMissed } from "./is-missed.ts";
import { calibrationSize } from "./calibration-size.ts";
import type { Calibration } from "./calibration.ts";

/**
 * Fits a scorer on one part of the labelled failures, drawn by `seed`, and calibrates it on the other: the split that
 * keeps the guarantee exact. Worth it from about 10 failures on at alpha 0.2, and 18 at 0.1.
 *
 * Failures of `misses` are drawn into the two parts like all others, so that the rank stays exact; those in the part that fits have no use there, unless
 * `fit` is a `FitFailures`. A range fits by its first step, which is the last start from which a replay recovered so far.
 *
 * @param labelled n failures, exchangeable with those to come, together with `misses`; `calibrationSize` of them calibrate, the rest fit. With groups, and where so few
 *   bound nothing, half of them calibrate
 * @throws {NotEnoughLabelsError} if there are fewer than two
 * @throws {RangeError} if `alpha` is outside [0, 1) or `seed` no integer
 */
export async function fitAndCalibrate(
  labelled: readonly LabelledTrajectory[],
  options: CalibrationOptions & { readonly fit: FitScorer | FitFailures; readonly seed: number },
): Promise<{ readonly scorer: FittedScorer; readonly calibration: Calibration }> {
  const { fit, misses = [], seed, ...calibrationOptions } = options;
  const failures: readonly (LabelledTrajectory | MissedTrajectory)[] = [...labelled, ...misses];
  const n = failures.length;
  if (n < 2) throw new NotEnoughLabelsError("Fitting and calibrating", 2, n);
  checkCalibrationOptions(options, labelled);
  const { alpha = DEFAULT_ALPHA, delta, groups } = calibrationOptions;
  options.signal?.throwIfAborted();
  const order = seededOrder(n, seed).flatMap((index) => failures[index] ?? []);
  const half = Math.ceil(n / 2);
  const size = groups === true ? half : calibrationSize(n, { alpha, delta }) || half;
  const scorer = await fitToPart(fit, order.slice(0, n - size));
  const calibrating = order.slice(n - size);
  const calibration = await calibrate(calibrating.filter(isLabelled), {
    ...calibrationOptions,
    misses: calibrating.filter(isMissed),
    scorer,
  });
  return { scorer, calibration };
}
