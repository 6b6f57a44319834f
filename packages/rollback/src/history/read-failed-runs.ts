import type { FailedRun } from "@langgraph-rollback/attribution";

import { checkpointConfig } from "../langgraph/thread.ts";
import type { GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { readHistory } from "./history.ts";
import { listThreads } from "./list-threads.ts";
import type { RecoveryRecord } from "./recovery-record.ts";

/** Which failed runs are counted. */
export interface FailedRunsOptions {
  /** Fingerprint of their procedure, as the records keep it. Default: that of the latest failed run. */
  readonly procedure?: string;
  /** Ids of threads. Default: all that the source holds, the latest first. */
  readonly threads?: readonly string[];
  /** At most so many threads, where none are named. Default 10,000. */
  readonly limit?: number;
}

/** The failed runs of one procedure, for `calibrateRecovery`. */
export interface CountedRuns {
  /** The procedure that they ran under. */
  readonly procedure: string;
  /** m, rollbacks that each was allowed. */
  readonly maxRollbacks: number;
  /** All of them that were allowed m rollbacks, latest thread first. One that has not ended counts as not recovered. */
  readonly runs: readonly FailedRun[];
  /** Runs among them that have not ended: they wait for a person, are running, or their process died. */
  readonly open: number;
  /** Runs among them that a person was asked about, as too many ended silently. */
  readonly handedOver: number;
  /** Failed runs that were cut short and do not count. */
  readonly cut: number;
  /** Failed runs under other procedures, by fingerprint. */
  readonly others: Readonly<Record<string, number>>;
}

/**
 * Reads what became of the failed runs of one procedure, from the histories of all threads. No label is needed.
 *
 * Only runs of `withRollback` and `rollbackGraph` are read, not those of the middleware alone. The source should hold one agent's threads; else name them.
 *
 * @param source the graph with its checkpointer, or a checkpointer alone
 * @returns `undefined` where no run has failed, or none by a version that keeps the procedure
 * @throws {NoCheckpointerError | UnsupportedGraphError}
 *
 * @example
 * const counted = await readFailedRuns(agent);
 * if (counted !== undefined) await writeRecoveryCalibration("recovery.json", calibrateRecovery(counted.runs, counted));
 */
export async function readFailedRuns(
  source: GraphOrCheckpointer,
  { procedure: wanted, threads, limit = 10_000 }: FailedRunsOptions = {},
): Promise<CountedRuns | undefined> {
  const ids = threads ?? (await listThreads(source, limit)).threads.map(({ threadId }) => threadId);
  const failed: ReadRun[] = [];
  for (const threadId of ids)
    for (const { asked = [], attempts, run } of await readHistory(source, checkpointConfig(threadId))) {
      const waiting = asked.map(({ record }) => record).filter(({ attempt }) => attempt > attempts.length);
      for (const each of asFailed(`${threadId}:${run}`, [...attempts, ...waiting])) failed.push(each);
    }
  const latest = failed.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  const procedure = wanted ?? latest?.recovery.procedure;
  const own = failed.filter(({ recovery }) => recovery.procedure === procedure);
  const [first] = own;
  if (procedure === undefined || first === undefined) return undefined;
  const audited = own.filter(({ recovery }) => recovery.audited);
  return {
    procedure,
    maxRollbacks: first.recovery.maxRollbacks,
    runs: audited.map(({ run }) => run),
    open: audited.filter(({ isOpen }) => isOpen).length,
    handedOver: audited.filter(({ isHandedOver }) => isHandedOver).length,
    cut: own.length - audited.length,
    others: countsOf(failed.filter((each) => !own.includes(each))),
  };
}

interface ReadRun {
  readonly run: FailedRun;
  readonly recovery: RecoveryRecord;
  readonly at: string;
  readonly isOpen: boolean;
  readonly isHandedOver: boolean;
}

/** The run, if its first attempt failed and its record says under which procedure. One that was only observed was allowed no rollback. */
function asFailed(run: string, attempts: readonly AttemptRecord[]): readonly ReadRun[] {
  const [first] = attempts;
  const last = attempts.at(-1);
  if (first?.attempt !== 1 || first.recovery === undefined || last === undefined) return [];
  if (last.stopped?.by === "observing") return [];
  const { maxRollbacks } = first.recovery;
  const recoveredBy = last.attempt - 1;
  const isRecovered = last.decision === "accept" && recoveredBy <= maxRollbacks;
  return [
    {
      run: { run, ...(isRecovered ? { recoveredBy } : {}) },
      recovery: first.recovery,
      at: first.at,
      isOpen: last.decision === "roll-back",
      isHandedOver: attempts.some(({ recovery }) => recovery?.handedOver === true),
    },
  ];
}

function countsOf(runs: readonly ReadRun[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { recovery } of runs) counts[recovery.procedure] = (counts[recovery.procedure] ?? 0) + 1;
  return counts;
}
