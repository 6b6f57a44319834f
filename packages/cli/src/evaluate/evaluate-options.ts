import type { Aggregation } from "@langgraph-rollback/conformal";
import type { EvaluatedMethod } from "@langgraph-rollback/conformal/evaluation";
import { CONFORMAL_METHODS } from "@langgraph-rollback/conformal/methods";
import type { ScorerName } from "../options/scorer-name.ts";

/** Methods in the order of the table. */
export const METHODS: readonly EvaluatedMethod[] = [...CONFORMAL_METHODS, "selected"];

/** What to evaluate, and where the results go. */
export interface EvaluateOptions {
  /** JSON Lines files of labelled failures. */
  readonly data: readonly string[];
  readonly scorer: ScorerName;
  readonly methods: readonly EvaluatedMethod[];
  readonly aggregation: Aggregation;
  /** Tolerated miss rate, in (0, 1). */
  readonly alpha: number;
  readonly splits: number;
  readonly seed: number;
  /** Field by which trajectories are calibrated apart. */
  readonly group?: string;
  /** Fit and calibrate on the same trajectories, by folds. */
  readonly cross?: boolean;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly svg?: string;
  /** Overwrite what exists. */
  readonly force?: true;
}
