import { checkpointConfig } from "../langgraph/thread.ts";
import type { GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { countFailedRuns, failedRunIn, type CountedRuns, type RecordedFailure } from "./count-failed-runs.ts";
import { readHistory } from "./history.ts";
import { listThreads } from "./list-threads.ts";

/** Which failed runs are counted. */
export interface FailedRunsOptions {
  /** Fingerprint of their procedure, as the records keep it. Default: that of the latest failed run. */
  readonly procedure?: string;
  /** Ids of threads. Default: all that the source holds, the latest first. */
  readonly threads?: readonly string[];
  /** At most so many threads, where none are named. Default 10,000. */
  readonly limit?: number;
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
  const failed: RecordedFailure[] = [];
  for (const threadId of ids)
    for (const { asked = [], attempts, run } of await readHistory(source, checkpointConfig(threadId))) {
      const waiting = asked.map(({ record }) => record).filter(({ attempt }) => attempt > attempts.length);
      const each = failedRunIn(`${threadId}:${run}`, [...attempts, ...waiting]);
      if (each !== undefined) failed.push(each);
    }
  return countFailedRuns(failed, wanted);
}
