import type { Calibration } from "@langgraph-rollback/attribution";

/** A calibration, and where it comes from. */
export interface CalibrationFile {
  /** Name of the file, for people. */
  readonly file: string;
  readonly calibration: Calibration;
  /** When the file was written, ISO 8601, UTC, where that is known. */
  readonly writtenAt?: string;
}
