import type { z } from "zod";

import { CalibrationFormatError } from "../errors/calibration-format-error.ts";
import { modelFingerprint } from "../scorers/model-fingerprint.ts";
import type { Calibration } from "./calibration.ts";
import { calibrationSchema } from "./calibration-schema.ts";

/**
 * Reads the text of a calibration file and refuses whatever could void its guarantee.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, another format or version, a missing, mistyped or non-finite
 *   value, a guarantee that does not go with the version, scores that are not `n` or not ascending, and a scorer model that its fingerprint does not belong to
 */
export function parseCalibration(text: string): Calibration {
  return checkCalibration(parseJson(text));
}

/**
 * The calibration that `value` holds, checked as {@link parseCalibration} does.
 *
 * @throws {CalibrationFormatError}
 */
export function checkCalibration(value: unknown): Calibration {
  const result = calibrationSchema.safeParse(value);
  if (!result.success) throw firstFault(value, result.error);
  checkGuarantee(result.data);
  checkScores(result.data);
  checkModel(result.data);
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CalibrationFormatError(
      "",
      `expected one JSON object, got ${text.length} characters of something else`,
      { cause },
    );
  }
}

function firstFault(value: unknown, error: z.ZodError): CalibrationFormatError {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  const field = path
    .map((key, depth) => (typeof key === "number" ? `[${key}]` : `${depth > 0 ? "." : ""}${String(key)}`))
    .join("");
  const actual = path.reduce<unknown>(
    (inside, key) => (isObject(inside) ? Reflect.get(inside, key) : undefined),
    value,
  );
  const got = isObject(actual) ? "an object" : (JSON.stringify(actual)?.slice(0, 60) ?? "nothing");
  return new CalibrationFormatError(field, `${issue?.message ?? "not a calibration"}, got ${got}`);
}

/** A version 2 that lost its guarantee would pass for exact, and so would a version 1 to readers that only know that. */
function checkGuarantee({ guarantee, version }: Calibration): void {
  const expected = version === 1 ? undefined : "approximate";
  if (guarantee === expected) return;
  const [wanted, got] = [expected, guarantee].map((value) => (value === undefined ? "none" : `"${value}"`));
  throw new CalibrationFormatError("guarantee", `expected ${wanted} in version ${version}, got ${got}`);
}

function checkScores({ n, nonconformities }: Calibration): void {
  if (nonconformities.length !== n) {
    throw new CalibrationFormatError(
      "n",
      `expected ${nonconformities.length}, the number of nonconformities, got ${n}`,
    );
  }
  const unsorted = nonconformities.findIndex(
    (score, index) => score < (nonconformities[index - 1] ?? -Infinity),
  );
  if (unsorted >= 0) {
    throw new CalibrationFormatError(
      `nonconformities[${unsorted}]`,
      `expected ascending scores, got ${nonconformities[unsorted]}`,
    );
  }
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
