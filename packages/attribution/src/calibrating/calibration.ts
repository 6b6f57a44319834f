import type { LabelledRun, ScoredRun, SetShape } from "../conformal/index.ts";
import type { DrawnRank } from "../conformal/threshold-rank.ts";

import type { FirstAttempts } from "../beliefs/agent-history.ts";
import type { ScorerModel } from "../scorers/scorer-model.ts";
import type { RollbackForecast } from "./rollback-forecast.ts";

/** A promise that the sets of a calibration make at its alpha. */
export interface CalibrationPromise {
  /** The group that it is about, where groups are calibrated apart. */
  readonly group?: string;
  /** Labelled failures behind it. */
  readonly n: number;
  /** Share of sets that hold what they are to hold, at the least, on average over calibrations of this rank; 1 where every set is every step. */
  readonly level: number;
  /** Present where the rank was drawn: what was drawn, and the average level over all that may be drawn. */
  readonly drawn?: DrawnRank;
}

/** A failure for which replays found no start, with its scores. It counts as a miss of every set. */
export interface MissedRun extends ScoredRun {
  /** Why: see `MissedTrajectory`. */
  readonly missed: "unrecovered" | "inconclusive";
}

/**
 * Result of calibrating on labelled failures: all that prediction sets depend on. Plain JSON; holds no text of any trajectory but
 * the names of groups.
 *
 * It covers fresh failures as long as they are exchangeable with the labelled ones: same agent, same kinds of task,
 * same convention of labelling.
 */
export interface Calibration extends Omit<SetShape, "plantedRates"> {
  readonly format: "langgraph-rollback/calibration";
  /** 4 where the labels are by replay: a reader of version 3 would take its promise for one about the first mistake. */
  readonly version: 3 | 4;
  /** Present where the guarantee is not exact: sets then are `approximate`, too. `crossCalibrate` makes such calibrations. */
  readonly guarantee?: "approximate";
  /** Tolerated miss rate that `attribute` uses unless it is told another, in [0, 1). */
  readonly alpha: number;
  /** Number of labelled failures it was calibrated on, `misses` among them. */
  readonly n: number;
  /** Only scores of this scorer may be held against it. */
  readonly scorerFingerprint: string;
  /** The verifier that rejected the failures: the sets hold for those that it rejects. Absent where none is known. */
  readonly verifierFingerprint?: string;
  /**
   * Scores and labels of the failures that are no misses, shape [n - misses]: numbers from which any set at any alpha follows. With a `group` each where
   * groups are calibrated apart.
   */
  readonly failures: readonly LabelledRun[];
  /** Failures for which replays found no start; absent where there are none. */
  readonly misses?: readonly MissedRun[];
  /** Promises of its sets at `alpha`, for people and other programs to read. They follow from the rest. */
  readonly promises?: readonly CalibrationPromise[];
  /**
   * The forecast of first rollbacks by the default policy at `alpha`, found by holding failures out of fitting and calibrating. Written by the command
   * `calibrate`; `forecastRollback` of `langgraph-rollback` makes one where it is absent.
   */
  readonly forecast?: RollbackForecast;
  /** First attempts of the agent: how often it errs, by which planted labels are weighed. */
  readonly firstAttempts?: readonly FirstAttempts[];
  /** The scorer itself, if it fits into JSON. */
  readonly scorerModel?: ScorerModel;
}
