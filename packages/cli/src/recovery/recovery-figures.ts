import type { PromiseLine, RecoveryPromise } from "@langgraph-rollback/attribution";
import type { CountedRuns } from "langgraph-rollback";

/** The figures, as `--json` writes them. */
export interface RecoveryFigures extends Omit<CountedRuns, "promised" | "runs"> {
  readonly promise: RecoveryPromise;
  /** How many runs were first accepted after rollback 1, 2, ..., m: shape [m]. */
  readonly recoveredBy: readonly number[];
  /** The promise at other alphas; null where there is none. */
  readonly at: readonly { readonly alpha: number; readonly within: number | null }[];
  /** Of the promise that the latest run began to fail under: which it is, and what was observed since. Absent where none was in force. */
  readonly inForce?: PromiseLine;
  /** Where the calibration was written. */
  readonly file?: string;
}
