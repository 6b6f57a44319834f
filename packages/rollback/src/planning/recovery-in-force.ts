import { trajectorySeed } from "@langgraph-rollback/attribution/draws";
import { isAudited } from "@langgraph-rollback/attribution/conformal";

import { warn } from "../errors/warn.ts";
import type { RecoveryRecord } from "../history/recovery-record.ts";
import type { OwnLearning } from "../setup/learning.ts";
import { recoveryPromise, type ResolvedRecovery } from "../setup/recovery-options.ts";
import { procedureId, type Procedure } from "./procedure.ts";
import { enterFailed, type AccountedRun } from "./silent-ends.ts";

/** @internal What is promised of a failed run, and what follows from it. */
export interface RecoveryInForce {
  readonly record: RecoveryRecord;
  /** Rollbacks at which the run is cut short; `undefined` where it is not. The policy knows nothing of it: else the recovery of audited runs would be another than that of the others. */
  readonly cut: number | undefined;
  /** By the run's id: all that is drawn about the run depends on it. */
  readonly seed: number;
  /** Whether a person has to be asked about a run that nothing recovered; see `enterFailed`. */
  readonly mustHandOver: (cannotAsk: boolean) => boolean;
}

/** @internal What is promised of a run that failed. */
export function recoveryInForce(
  recovery: ResolvedRecovery,
  procedure: Procedure,
  run: string,
): RecoveryInForce {
  const { alpha, audit, calibrated, handOver } = recovery;
  const { own } = procedure.learnt;
  const id = procedureId(procedure);
  const seed = trajectorySeed({ id: run });
  if (calibrated !== undefined && calibrated.procedure !== id) warnOfOtherProcedure(calibrated.procedure, id);
  const known = calibrated ?? learntPromise(own, alpha);
  const promise = known?.procedure === id ? known.promise : undefined;
  const isCut =
    audit !== undefined &&
    promise !== undefined &&
    promise.within < procedure.maxRollbacks &&
    !isAudited({ probability: audit, seed: 0 }, seed);
  return {
    record: {
      procedure: id,
      maxRollbacks: procedure.maxRollbacks,
      audited: !isCut,
      ...(promise === undefined ? {} : { promise }),
      ...(own === undefined ? {} : { learnt: learntIn(own) }),
    },
    cut: isCut ? promise.within : undefined,
    seed,
    mustHandOver: (cannotAsk) =>
      handOver &&
      procedure.mode !== "observe" &&
      enterFailed(accountedRun(recovery, procedure.nodes, run), cannotAsk),
  };
}

/** The promise that the agent's own runs allow. */
function learntPromise(own: OwnLearning | undefined, alpha: number): ResolvedRecovery["calibrated"] {
  const promise = own?.state.promise;
  return promise && { procedure: promise.procedure, promise: recoveryPromise(promise, alpha) };
}

function learntIn({ isUsed, state: { agent, version } }: OwnLearning): NonNullable<RecoveryRecord["learnt"]> {
  return { agent, version: version.id, cap: isUsed ? version.cap : "own" };
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
