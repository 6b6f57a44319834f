import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** @internal The path of a file, or its `file:` URL. */
export type CalibrationPath = string | URL;

/** @internal */
export const isCalibrationPath = (value: unknown): value is CalibrationPath =>
  typeof value === "string" || value instanceof URL;

/** @internal Whether a file can be there at all: the path is not empty, or the URL is that of a file. */
export function isUsablePath(value: CalibrationPath): boolean {
  try {
    return typeof value === "string" ? value !== "" && !value.includes("\0") : fileURLToPath(value) !== "";
  } catch {
    return false;
  }
}

/** @internal The absolute path, from the working directory of this moment. Nothing in it is expanded. */
export const absolutePath = (path: CalibrationPath): string =>
  typeof path === "string" ? resolve(path) : fileURLToPath(path);
