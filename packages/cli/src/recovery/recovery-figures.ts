import type { RecoveryPromise } from "@langgraph-rollback/attribution";
import type { CountedRuns } from "langgraph-rollback";

/** The figures, as `--json` writes them. */
export interface RecoveryFigures extends Omit<CountedRuns, "runs"> {
  readonly promise: RecoveryPromise;
  /** How many runs were first accepted after rollback 1, 2, ..., m: shape [m]. */
  readonly recoveredBy: readonly number[];
  /** The promise at other alphas; null where there is none. */
  readonly at: readonly { readonly alpha: number; readonly within: number | null }[];
  /** Where the calibration was written. */
  readonly file?: string;
}
