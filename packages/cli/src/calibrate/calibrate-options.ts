import type { FaultForm } from "langgraph-rollback/faults";
import type { SetMethod } from "@langgraph-rollback/attribution/conformal";
import type { FaultOption } from "./parse-fault.ts";
import type { AttributorOptions } from "../attributors/attributor-options.ts";
import type { SetOptionValues } from "../options/set-options.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { CalibratedScorerName } from "../options/scorer-name.ts";

type AskedModel = Pick<AttributorOptions, "cassette" | "concurrency" | "model" | "set">;

/** Source, method and destination of a calibration. */
export interface CalibrateOptions extends WhereOptions, SetOptionValues, AskedModel {
  /** A method that asks language models, or an ensemble with one, to calibrate. */
  readonly attributor?: string;
  /** JSON Lines files of labelled failures. */
  readonly data?: readonly string[];
  /** A database of threads, or files of trajectories, that `labels` are about. */
  readonly db?: readonly string[];
  /** Default: where `inspect` keeps them. */
  readonly labels?: string;
  /** Of the labels that count. */
  readonly convention: string;
  /** Module and export of the graph to plant faults into. */
  readonly graph?: string;
  readonly tasks?: string;
  readonly verify?: string;
  readonly fault?: FaultOption;
  /** How the failure modes of `fault` are planted. Default: note. */
  readonly faultForm?: FaultForm;
  /** File to write planted failures to. */
  readonly keep?: string;
  /** Tolerated miss rate, in (0, 1). */
  readonly alpha: number;
  readonly method?: SetMethod;
  /** Field by which failures are calibrated apart. */
  readonly group?: string;
  readonly scorer?: CalibratedScorerName;
  /** Replays that the scorer `outcomes` learns from. Default: where `label --replay` keeps them. */
  readonly replays?: string;
  /** An earlier calibration whose scorer to calibrate anew. */
  readonly reuse?: string;
  /** Fit and calibrate on the same failures, by folds. */
  readonly cross?: boolean;
  readonly seed: number;
  readonly out: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists. */
  readonly force?: true;
}
