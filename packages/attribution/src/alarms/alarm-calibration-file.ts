import { readFile } from "node:fs/promises";

import { writeWholeFile } from "../files/write-whole-file.ts";
import { type AlarmCalibration, checkAlarmCalibration, parseAlarmCalibration } from "./alarm-calibration.ts";

/**
 * Writes an alarm's calibration to a file, whole or not at all.
 *
 * @throws {CalibrationFormatError} if it could not be read back
 */
export async function writeAlarmCalibration(path: string, calibration: AlarmCalibration): Promise<void> {
  writeWholeFile(path, `${JSON.stringify(checkAlarmCalibration(calibration), null, 2)}\n`);
}

/**
 * Reads a file that {@link writeAlarmCalibration} wrote.
 *
 * @throws {CalibrationFormatError} on text that is no JSON, or contradicts itself; errors of the file system pass through
 */
export async function readAlarmCalibration(path: string): Promise<AlarmCalibration> {
  return parseAlarmCalibration(await readFile(path, "utf8"));
}
