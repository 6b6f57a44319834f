import type { Aggregation, ConformalMethod } from "@langgraph-rollback/conformal";

import type { ScorerModel } from "../scorers/scorer-model.ts";

/**
 * What was learnt from labelled failures. Plain JSON; holds no text of any trajectory.
 *
 * It covers fresh failures as long as they are exchangeable with the labelled ones: same agent, same kinds of task,
 * same convention of labelling.
 */
export interface Calibration {
  readonly format: "langgraph-rollback/calibration";
  /** 1 where the guarantee is exact. 2 says that there is a `guarantee` to heed: readers that only know 1 refuse it. */
  readonly version: 1 | 2;
  /**
   * Present, in version 2, where the guarantee is not exact: sets then are `approximate`, too. `crossCalibrate` makes such
   * calibrations.
   */
  readonly guarantee?: "approximate";
  readonly method: ConformalMethod;
  /** How left, right and two-way filtration add up scores; absent for the default and for other methods. */
  readonly aggregation?: Aggregation;
  /** Tolerated miss rate that `attribute` uses unless it is told another, in [0, 1). */
  readonly alpha: number;
  /** Number of labelled failures it was calibrated on. */
  readonly n: number;
  /** Only scores of this scorer may be held against it. */
  readonly scorerFingerprint: string;
  /** Nonconformity of each labelled decisive step, ascending, shape [n]: any other alpha can be used exactly. */
  readonly nonconformities: readonly number[];
  /** The scorer itself, if it fits into JSON. */
  readonly scorerModel?: ScorerModel;
}
