import { checkSetShape } from "@langgraph-rollback/conformal";
import type { z } from "zod";

import { CalibrationFormatError } from "../errors/calibration-format-error.ts";
import { modelFingerprint } from "../scorers/model-fingerprint.ts";
import type { Calibration } from "./calibration.ts";
import { calibrationSchema } from "./calibration-schema.ts";

/**
 * Reads the text of a calibration file and refuses whatever could void its guarantee.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, another format or version, a missing, mistyped or non-finite
 *   value, options that exclude each other, failures that are not `n`, and a scorer model that its fingerprint does not belong to
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
  checkWhole(result.data);
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

function checkWhole(calibration: Calibration): void {
  const { failures, n } = calibration;
  if (failures.length !== n)
    throw new CalibrationFormatError("n", `expected ${failures.length}, the number of failures, got ${n}`);
  try {
    checkSetShape(calibration);
  } catch (cause) {
    throw new CalibrationFormatError("", cause instanceof Error ? cause.message : String(cause), { cause });
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
