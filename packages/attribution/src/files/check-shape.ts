import type { z } from "zod";

import { CalibrationFormatError } from "../errors/calibration-format-error.ts";

/**
 * @internal
 * @throws {CalibrationFormatError} on text that is no JSON
 */
export function parseJson(text: string): unknown {
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

/**
 * @internal The value in its checked shape.
 *
 * @throws {CalibrationFormatError} that names the first field that is missing or of another type
 */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw firstFault(value, result.error);
  return result.data;
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
