import { stat } from "node:fs/promises";
import {
  type AlarmCalibration,
  readAlarmCalibration,
  readCalibration,
  readRecoveryCalibration,
  readVerifierCalibration,
  type RecoveryCalibration,
  type VerifierCalibration,
} from "@langgraph-rollback/attribution";
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

/** The same of a recovery calibration. */
export function recoveryCalibrationIn(file: string): Promise<RecoveryCalibration> {
  return readOptionFile("--recovery-calibration", file, () => readRecoveryCalibration(file));
}

/** The same of an alarm's calibration. */
export function alarmCalibrationIn(file: string): Promise<AlarmCalibration> {
  return readOptionFile("--alarm-calibration", file, () => readAlarmCalibration(file));
}

/** Files of calibrations that promises are made from. */
export interface PromiseFiles {
  readonly verifierCalibration?: string | undefined;
  readonly recoveryCalibration?: string | undefined;
  readonly alarmCalibration?: string | undefined;
}

/** The calibrations in these files, as they are now. */
export async function promiseSourcesIn({
  alarmCalibration: alarm,
  recoveryCalibration: recovery,
  verifierCalibration: verifier,
}: PromiseFiles): Promise<{
  readonly verifierCalibration: VerifierCalibration | undefined;
  readonly recoveryCalibration: RecoveryCalibration | undefined;
  readonly alarmCalibration: AlarmCalibration | undefined;
}> {
  return {
    verifierCalibration: verifier === undefined ? undefined : (await verifierCalibrationIn(verifier)).calibration,
    recoveryCalibration: recovery === undefined ? undefined : await recoveryCalibrationIn(recovery),
    alarmCalibration: alarm === undefined ? undefined : await alarmCalibrationIn(alarm),
  };
}
