import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

import { seededOrder } from "../draws/seeded-order.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import type { FitScorer, FittedScorer } from "../scorers/step-scorer.ts";
import { calibrate, checkCalibrationOptions, type CalibrationOptions } from "./calibrate.ts";
import type { Calibration } from "./calibration.ts";

/**
 * Fits a scorer on one half of the labelled failures, drawn by `seed`, and calibrates it on the other: the split that
 * keeps the guarantee exact. Worth it from about 60 failures on; with fewer, calibrate a scorer that was not fitted.
 *
 * @param labelled n failures, exchangeable with those to come; floor(n / 2) fit, the rest calibrate
 * @throws {NotEnoughLabelsError} if there are fewer than two
 * @throws {RangeError} if `alpha` is outside [0, 1) or `seed` no integer
 */
export async function fitAndCalibrate(
  labelled: readonly LabelledTrajectory[],
  options: CalibrationOptions & { readonly fit: FitScorer; readonly seed: number },
): Promise<{ readonly scorer: FittedScorer; readonly calibration: Calibration }> {
  const { fit, seed, ...calibrationOptions } = options;
  if (labelled.length < 2) throw new NotEnoughLabelsError("Fitting and calibrating", 2, labelled.length);
  checkCalibrationOptions(calibrationOptions);
  options.signal?.throwIfAborted();
  const order = seededOrder(labelled.length, seed);
  const pick = (indices: readonly number[]) => indices.flatMap((index) => labelled[index] ?? []);
  const half = Math.floor(labelled.length / 2);
  const scorer = await fit(pick(order.slice(0, half)));
  const calibration = await calibrate(pick(order.slice(half)), { ...calibrationOptions, scorer });
  return { scorer, calibration };
}
