import { stat } from "node:fs/promises";
import { readCalibration } from "@langgraph-rollback/attribution";
import type { CalibrationFile } from "@langgraph-rollback/inspector";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/**
 * The calibration in a file, as it is now.
 *
 * @throws {CommandFailedError} if the file cannot be read
 * @throws {CalibrationFormatError} if it is no calibration
 */
export async function calibrationIn(file: string): Promise<CalibrationFile> {
  try {
    const { mtime } = await stat(file);
    return { file, calibration: await readCalibration(file), writtenAt: mtime.toISOString() };
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CommandFailedError(`Could not read \`--calibration\` ${file}: ${error.message}`, { cause: error });
  }
}
