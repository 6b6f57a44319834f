import { trajectorySeed } from "@langgraph-rollback/attribution/draws";
import { isAudited } from "@langgraph-rollback/attribution/conformal";

import { warn } from "../errors/warn.ts";
import type { RecoveryRecord } from "../history/recovery-record.ts";
import type { ResolvedRecovery } from "../setup/recovery-options.ts";
import { procedureId, type Procedure } from "./procedure.ts";
import { enterFailed, type AccountedRun } from "./silent-ends.ts";

/** @internal What is promised of a failed run, and what follows from it. */
export interface RecoveryInForce {
  readonly record: RecoveryRecord;
  /** Rollbacks at which the run is cut short; `undefined` where it is not. The policy knows nothing of it: else the recovery of audited runs would be another than that of the others. */
  readonly cut: number | undefined;
  /** Whether a person has to be asked about a run that nothing recovered; see `enterFailed`. */
  readonly mustHandOver: (cannotAsk: boolean) => boolean;
}

/** @internal What is promised of a run that failed. */
export function recoveryInForce(
  recovery: ResolvedRecovery,
  procedure: Procedure,
  run: string,
): RecoveryInForce {
  const { audit, calibrated, handOver } = recovery;
  const id = procedureId(procedure);
  if (calibrated !== undefined && calibrated.procedure !== id) warnOfOtherProcedure(calibrated.procedure, id);
  const promise = calibrated?.procedure === id ? calibrated.promise : undefined;
  const isCut =
    audit !== undefined &&
    promise !== undefined &&
    promise.within < procedure.maxRollbacks &&
    !isAudited({ probability: audit, seed: 0 }, trajectorySeed({ id: run }));
  return {
    record: {
      procedure: id,
      maxRollbacks: procedure.maxRollbacks,
      audited: !isCut,
      ...(promise === undefined ? {} : { promise }),
    },
    cut: isCut ? promise.within : undefined,
    mustHandOver: (cannotAsk) =>
      handOver &&
      procedure.mode !== "observe" &&
      enterFailed(accountedRun(recovery, procedure.nodes, run), cannotAsk),
  };
}

/** @internal The account of an agent's runs. */
export const accountedRun = (
  { alpha, version }: Pick<ResolvedRecovery, "alpha" | "version">,
  nodes: readonly string[],
  run: string,
): AccountedRun => ({ agent: JSON.stringify([version, nodes.toSorted()]), alpha, run });

const told = new Set<string>();

function warnOfOtherProcedure(calibrated: string, actual: string): void {
  const key = `${calibrated} ${actual}`;
  if (told.has(key)) return;
  told.add(key);
  warn(
    `The recovery calibration was counted under procedure ${calibrated}, and this one is ${actual}: nothing is promised of its failed runs. Count the runs of this procedure, and calibrate anew.`,
    "RollbackRecoveryWarning",
    "RECOVERY_OTHER_PROCEDURE",
  );
}
