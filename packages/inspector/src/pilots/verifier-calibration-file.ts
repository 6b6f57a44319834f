import type { VerifierCalibration } from "@langgraph-rollback/attribution";

/** A verifier's calibration, and where it comes from. */
export interface VerifierCalibrationFile {
  /** Name of the file, for people. */
  readonly file: string;
  readonly calibration: VerifierCalibration;
}
