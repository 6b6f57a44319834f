import { readFile } from "node:fs/promises";

import { writeWholeFile } from "../files/write-whole-file.ts";
import {
  checkVerifierCalibration,
  parseVerifierCalibration,
  type VerifierCalibration,
} from "./verifier-calibration.ts";

/**
 * Writes a verifier's calibration to a file, whole or not at all.
 *
 * @throws {CalibrationFormatError} if it could not be read back
 */
export async function writeVerifierCalibration(
  path: string,
  calibration: VerifierCalibration,
): Promise<void> {
  writeWholeFile(path, `${JSON.stringify(checkVerifierCalibration(calibration), null, 2)}\n`);
}

/**
 * Reads a file that {@link writeVerifierCalibration} wrote.
 *
 * @throws {CalibrationFormatError} as `parseVerifierCalibration` does; errors of the file system pass through
 */
export async function readVerifierCalibration(path: string): Promise<VerifierCalibration> {
  return parseVerifierCalibration(await readFile(path, "utf8"));
}
