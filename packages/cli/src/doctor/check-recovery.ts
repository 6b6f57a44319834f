import {
  calibrateRecovery,
  readRecoveryCalibration,
  recoveryOf,
  type FailedRun,
  type RecoveryCalibration,
} from "@langgraph-rollback/attribution";
import { clopperPearson } from "@langgraph-rollback/attribution/conformal";
import { openCheckpointer } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { readFailedRuns } from "langgraph-rollback";
import type { WhereOptions } from "../options/schema-option.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Database of the runs that a recovery calibration is held against. */
export interface RecoveredRunsPlace extends WhereOptions {
  readonly db: string;
}

/**
 * Whether a recovery calibration can be read and promises anything; with a database, whether its procedure is the one that runs there, and whether failed runs are recovered
 * as promised.
 */
export async function checkRecovery(file: string, place?: RecoveredRunsPlace): Promise<readonly Diagnosis[]> {
  let calibration: RecoveryCalibration;
  try {
    calibration = await readRecoveryCalibration(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        check: "recovery",
        level: "fault",
        code: "RECOVERY_CALIBRATION_UNREADABLE",
        message: printable(`${file} is no recovery calibration that can be read: ${reason}`),
        remedy:
          "Count anew (langgraph-rollback recovery), or update the packages if a newer version wrote it.",
      },
    ];
  }
  return [promised(calibration), ...(place === undefined ? [] : await checkRuns(calibration, place))];
}

function promised(calibration: RecoveryCalibration): Diagnosis {
  const { n, reason, within } = recoveryOf(calibration);
  if (within !== undefined)
    return {
      check: "recovery",
      level: "ok",
      message: printable(
        `The recovery calibration counts ${n} failed runs under procedure ${calibration.procedure}.`,
      ),
    };
  return {
    check: "recovery",
    level: "warning",
    code: "RECOVERY_NOT_PROMISED",
    message: reason,
    remedy:
      "Count more failed runs, or accept a larger alpha: langgraph-rollback recovery shows what each would promise.",
  };
}

async function checkRuns(
  calibration: RecoveryCalibration,
  { db, schema }: RecoveredRunsPlace,
): Promise<readonly Diagnosis[]> {
  const { procedure } = calibration;
  const opened = await openCheckpointer(db, { schema });
  try {
    const [latest, own] = [
      await readFailedRuns(opened.saver),
      await readFailedRuns(opened.saver, { procedure }),
    ];
    return [
      ...(latest === undefined || latest.procedure === procedure
        ? []
        : [otherProcedure(procedure, latest.procedure)]),
      ...(own === undefined ? [] : observed(calibration, own.runs)),
    ];
  } finally {
    await opened.close();
  }
}

const otherProcedure = (calibrated: string, actual: string): Diagnosis => ({
  check: "recovery",
  level: "warning",
  code: "RECOVERY_OTHER_PROCEDURE",
  message: printable(
    `The latest failed run ran under procedure ${actual}, and the recovery calibration was counted under ${calibrated}: it promises nothing of that one.`,
  ),
  remedy: "Count the failed runs of this procedure, and write the file anew: langgraph-rollback recovery.",
});

/** The runs of the procedure, those that were counted for the calibration among them. */
function observed(calibration: RecoveryCalibration, runs: readonly FailedRun[]): readonly Diagnosis[] {
  const { alpha, within } = recoveryOf(calibration);
  if (within === undefined || runs.length === 0) return [];
  const { maxRollbacks, procedure } = calibration;
  const { n, recoveredBy } = calibrateRecovery(runs, { procedure, maxRollbacks });
  const recovered = recoveredBy.slice(0, within).reduce((sum, count) => sum + count, 0);
  if (clopperPearson(n - recovered, n).lower <= alpha) return [];
  return [
    {
      check: "recovery",
      level: "warning",
      code: "RECOVERY_LESS_THAN_PROMISED",
      message: `Of ${n} failed run${n === 1 ? "" : "s"} of this procedure in the database, ${recovered} ${recovered === 1 ? "was" : "were"} recovered within ${within} rollback${within === 1 ? "" : "s"}, which is less than promised beyond chance (a 95 % interval of the others lies above ${alpha}).`,
      remedy:
        "Agent or tasks have changed without the procedure's fingerprint: name the change with `recovery.version`, and count anew.",
    },
  ];
}
