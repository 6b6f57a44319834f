import { stat } from "node:fs/promises";
import { readCalibration, readVerifierCalibration } from "@langgraph-rollback/attribution";
import type { CalibrationFile, VerifierCalibrationFile } from "@langgraph-rollback/inspector";
import { pipeCopied } from "../files/pipe-copies.ts";
import { readOptionFile } from "./read-option-file.ts";

/**
 * The calibration in a file, as it is now.
 *
 * @throws {CommandFailedError} if the file cannot be read
 * @throws {CalibrationFormatError} if it is no calibration
 */
export function calibrationIn(file: string): Promise<CalibrationFile> {
  return readOptionFile("--calibration", file, async () => {
    const { mtime } = await stat(file);
    return { file: pipeCopied(file) ?? file, calibration: await readCalibration(file), writtenAt: mtime.toISOString() };
  });
}

/** The same of a verifier's calibration. */
export function verifierCalibrationIn(file: string): Promise<VerifierCalibrationFile> {
  return readOptionFile("--verifier-calibration", file, async () => ({
    file: pipeCopied(file) ?? file,
    calibration: await readVerifierCalibration(file),
  }));
}
