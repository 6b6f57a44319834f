import type { PredictionSet } from "../prediction-set.ts";
import type { Threshold } from "../threshold.ts";
import type { ScoredRun } from "./scored-run.ts";

/** Calibrated on the runs of one population: from scores to a set. */
export interface SetRule {
  /** Number of labelled failures behind it. */
  readonly n: number;
  readonly setOf: (run: ScoredRun) => PredictionSet;
  /** The number, where every set is the steps at or below one number. */
  readonly threshold?: Threshold;
}
