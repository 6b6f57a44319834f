import { readVerifierCalibration } from "@langgraph-rollback/attribution";
import type { VerifierCalibrationFile } from "@langgraph-rollback/inspector";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/**
 * The verifier's calibration in a file, as it is now.
 *
 * @throws {CommandFailedError} if the file cannot be read
 * @throws {CalibrationFormatError} if it is no calibration of a verifier
 */
export async function verifierCalibrationIn(file: string): Promise<VerifierCalibrationFile> {
  try {
    return { file, calibration: await readVerifierCalibration(file) };
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CommandFailedError(`Could not read \`--verifier-calibration\` ${file}: ${error.message}`, {
      cause: error,
    });
  }
}
