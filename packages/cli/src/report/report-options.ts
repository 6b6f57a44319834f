import type { WhereOptions } from "../options/schema-option.ts";

/** Formats of a report. */
export const FORMATS = ["html", "svg", "md"] as const;

export type ReportFormat = (typeof FORMATS)[number];

/** Options as the command line gives them. */
export interface ReportCommandOptions extends WhereOptions {
  readonly thread?: readonly string[];
  readonly run?: number;
  readonly threads?: number;
  readonly details?: number;
  readonly format?: ReportFormat;
  readonly out?: string;
  readonly calibration?: string;
  readonly verifierCalibration?: string;
  readonly recoveryCalibration?: string;
  readonly alarmCalibration?: string;
  /** File, or true for the one in which `inspect` keeps them: they get into an HTML report. */
  readonly labels?: string | true;
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}
