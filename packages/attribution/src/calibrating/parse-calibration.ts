import { missOf } from "../conformal/sets/scored-run.ts";
import { checkLabels, checkSetShape } from "../conformal/sets/set-options.ts";
import { CalibrationFormatError } from "../errors/calibration-format-error.ts";
import { checkShape, parseJson } from "../files/check-shape.ts";
import { modelFingerprint } from "../scorers/model-fingerprint.ts";
import type { Calibration } from "./calibration.ts";
import { calibrationSchema } from "./calibration-schema.ts";
import { promisesOf } from "./promises-of.ts";

/**
 * Reads the text of a calibration file and refuses whatever could void its guarantee.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, another format or version, a missing, mistyped or non-finite
 *   value, options that exclude each other, failures that are not `n`, labels that do not fit the convention, promises that do not follow from them, and a scorer model that its
 *   fingerprint does not belong to
 */
export function parseCalibration(text: string): Calibration {
  return checkCalibration(parseJson(text, CalibrationFormatError));
}

/**
 * The calibration that `value` holds, checked as {@link parseCalibration} does.
 *
 * @throws {CalibrationFormatError}
 */
export function checkCalibration(value: unknown): Calibration {
  const calibration = checkShape(calibrationSchema, value, CalibrationFormatError);
  checkWhole(calibration);
  checkModel(calibration);
  checkPromises(calibration);
  return calibration;
}

function checkWhole(calibration: Calibration): void {
  const { convention, failures, misses = [], n, version } = calibration;
  const count = failures.length + misses.length;
  if (count !== n)
    throw new CalibrationFormatError("n", `expected ${count}, the number of failures, got ${n}`);
  const expected = convention === undefined ? 3 : 4;
  if (version !== expected)
    throw new CalibrationFormatError(
      "version",
      `expected ${expected}, since its labels are ${convention === undefined ? "not by replay" : "by replay"}, got ${version}`,
    );
  try {
    checkSetShape(calibration);
    checkLabels([...failures, ...misses.map(missOf)], calibration);
  } catch (cause) {
    throw new CalibrationFormatError("", cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** A promise that does not follow from the labels is none. */
function checkPromises(calibration: Calibration): void {
  const { promises } = calibration;
  if (promises === undefined) return;
  const [told, actual] = [promises, promisesOf(calibration)].map((each) => JSON.stringify(each));
  if (told !== actual)
    throw new CalibrationFormatError("promises", `expected ${actual}, as the failures have it, got ${told}`);
}

function checkModel({ scorerFingerprint, scorerModel }: Calibration): void {
  if (scorerModel === undefined) return;
  const actual = modelFingerprint(scorerModel);
  if (actual !== scorerFingerprint) {
    throw new CalibrationFormatError(
      "scorerModel",
      `expected the model of "${scorerFingerprint}", got "${actual}"`,
    );
  }
}
