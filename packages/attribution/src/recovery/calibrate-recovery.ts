import type { FailedRun } from "./failed-run.ts";
import { checkRecoveryCalibration, type RecoveryCalibration } from "./recovery-calibration.ts";

const DEFAULT_ALPHA = 0.1;

/** How to calibrate recovery. */
export interface RecoveryCalibrationOptions
  extends
    Pick<RecoveryCalibration, "procedure" | "maxRollbacks" | "delta">,
    Partial<Pick<RecoveryCalibration, "alpha" | "evidence">> {}

/**
 * Calibrates how many rollbacks recover a failed run. It needs no labels: a run is recovered when its verifier accepts an attempt. `recoveryOf` then gives the promise.
 *
 * Give **every** failed run of the procedure that was allowed `maxRollbacks`, whatever became of it: one that is left out because it went badly makes the
 * promise false. Runs that were cut short at fewer rollbacks do not count, unless a coin picked them that knew nothing of the run.
 *
 * @param runs    of one procedure, each once
 * @param options `alpha`, default 0.1; `evidence`, default "runs"
 * @throws {CalibrationFormatError} if an option is out of range
 * @throws {RangeError} if a run is named twice, or was recovered by no whole number of rollbacks in [1, `maxRollbacks`]
 *
 * @example
 * const { procedure, runs } = await readFailedRuns(graph);
 * const calibration = calibrateRecovery(runs, { procedure, maxRollbacks: 3 });
 * recoveryOf(calibration).reason;
 */
export function calibrateRecovery(
  runs: readonly FailedRun[],
  { procedure, maxRollbacks, alpha = DEFAULT_ALPHA, delta, evidence = "runs" }: RecoveryCalibrationOptions,
): RecoveryCalibration {
  const recoveredBy = Array.from({ length: Math.max(0, Math.trunc(maxRollbacks)) }, () => 0);
  const seen = new Set<string>();
  for (const each of runs) {
    if (seen.has(each.run)) throw new RangeError(`Run ${JSON.stringify(each.run)} is named twice.`);
    seen.add(each.run);
    if (each.recoveredBy === undefined) continue;
    const at = each.recoveredBy - 1;
    if (recoveredBy[at] === undefined)
      throw new RangeError(
        `Expected \`recoveredBy\` to be a whole number in [1, ${maxRollbacks}], got ${each.recoveredBy} for run ${JSON.stringify(each.run)}.`,
      );
    recoveredBy[at] += 1;
  }
  return checkRecoveryCalibration({
    format: "langgraph-rollback/recovery-calibration",
    version: 1,
    procedure,
    maxRollbacks,
    alpha,
    ...(delta === undefined ? {} : { delta }),
    evidence,
    n: runs.length,
    recoveredBy,
  });
}
