import { readFile } from "node:fs/promises";

import { writeWholeFile } from "../files/write-whole-file.ts";
import {
  checkRecoveryCalibration,
  parseRecoveryCalibration,
  type RecoveryCalibration,
} from "./recovery-calibration.ts";

/**
 * Writes a recovery calibration to a file, whole or not at all.
 *
 * @throws {CalibrationFormatError} if it could not be read back
 */
export async function writeRecoveryCalibration(
  path: string,
  calibration: RecoveryCalibration,
): Promise<void> {
  writeWholeFile(path, `${JSON.stringify(checkRecoveryCalibration(calibration), null, 2)}\n`);
}

/**
 * Reads a file that {@link writeRecoveryCalibration} wrote.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, or contradicts itself; errors of the file system pass through
 */
export async function readRecoveryCalibration(path: string): Promise<RecoveryCalibration> {
  return parseRecoveryCalibration(await readFile(path, "utf8"));
}
