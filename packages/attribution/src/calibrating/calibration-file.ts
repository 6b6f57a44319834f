import { readFile } from "node:fs/promises";

import { writeWholeFile } from "../files/write-whole-file.ts";
import type { Calibration } from "./calibration.ts";
import { checkCalibration, parseCalibration } from "./parse-calibration.ts";

/**
 * Writes a calibration to a file, whole or not at all: readers never see half of it, and a crash keeps the old one.
 *
 * @throws {CalibrationFormatError} if it could not be read back
 */
export async function writeCalibration(path: string, calibration: Calibration): Promise<void> {
  writeWholeFile(path, `${JSON.stringify(checkCalibration(calibration), null, 2)}\n`);
}

/**
 * Reads a file that {@link writeCalibration} wrote.
 *
 * @throws {CalibrationFormatError} as `parseCalibration` does; errors of the file system pass through
 */
export async function readCalibration(path: string): Promise<Calibration> {
  return parseCalibration(await readFile(path, "utf8"));
}
