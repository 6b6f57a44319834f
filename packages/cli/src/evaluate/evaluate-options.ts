import type { SetMethod } from "@langgraph-rollback/attribution/conformal";
import type { MeasuredScorerName } from "../options/scorer-name.ts";
import type { SetOptionValues } from "../options/set-options.ts";

/** Data, scorer and methods to evaluate, and places for the results. */
export interface EvaluateOptions extends SetOptionValues {
  /** JSON Lines files of labelled failures. */
  readonly data: readonly string[];
  readonly scorer: MeasuredScorerName;
  readonly methods: readonly SetMethod[];
  /** Tolerated miss rate, in (0, 1). */
  readonly alpha: number;
  readonly splits: number;
  readonly seed: number;
  /** Field by which trajectories are calibrated apart. */
  readonly group?: string;
  /** Field whose values are not parted: trajectories of one value are on the same side of each split. */
  readonly splitBy?: string;
  /** Fit and calibrate on the same trajectories, by folds. */
  readonly cross?: boolean;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly svg?: string;
  /** Overwrite what exists. */
  readonly force?: true;
}
