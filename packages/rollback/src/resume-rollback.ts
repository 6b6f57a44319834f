import type { RunnableConfig } from "@langchain/core/runnables";

import { isRollBack } from "./attempts/attempt-from-fork.ts";
import { appendEntry, readJournal, recordsOfRun } from "./history/journal.ts";
import type { AttemptRecord } from "./history/attempt-record.ts";
import { compiledGraphOf, type OutputOf, type RollbackTarget } from "./langgraph/compiled-graph.ts";
import { saverOf, threadIdOf } from "./langgraph/thread.ts";

/** Problems that end a rollback between its decision and its fork, and that somebody can mend. */
const MENDABLE = new Set(["UNDO_FAILED", "UNDO_MISSING", "EFFECTS_UNREADABLE", "REVALIDATE"]);

/**
 * Goes on with a thread whose rollback was cut off, in any process: by a crash, or because an effect could not be undone. What is undone already
 * stays so, and nothing is attributed again. A thread with nothing to go on with gives its output again.
 *
 * After a crash, calling the graph with `null` does the same; a rollback that ended because an `undo` failed is taken up by this alone.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @returns what the graph then returns
 * @throws {ThreadBusyError} if another process goes on with it already and both share a lock
 * @throws {UndoFailedError} if an effect still cannot be undone
 */
export async function resumeRollback<G extends RollbackTarget>(
  graph: G,
  config: RunnableConfig,
): Promise<OutputOf<G>>;
export async function resumeRollback(graph: RollbackTarget, config: RunnableConfig): Promise<unknown> {
  const compiled = compiledGraphOf(graph);
  const saver = saverOf(compiled);
  const threadId = threadIdOf(config);
  const { records, runs } = await readJournal(saver, threadId);
  const decided = cutOff(records, runs.at(-1));
  if (decided !== undefined) await appendEntry(saver, threadId, "attempt", decided);
  return Reflect.apply(Reflect.get(graph, "invoke"), graph, [null, config]);
}

/** The decision of a run whose last record says that it could not be carried out. */
function cutOff(records: readonly AttemptRecord[], run: string | undefined): AttemptRecord | undefined {
  if (run === undefined) return undefined;
  const last = recordsOfRun(records, run).at(-1);
  if (last?.problem === undefined || last.rewind !== undefined || !MENDABLE.has(last.problem.code))
    return undefined;
  const decided = records.findLast(
    (record) => record.run === run && record.attempt === last.attempt && isRollBack(record),
  );
  return decided === undefined || last.effects === undefined
    ? decided
    : { ...decided, effects: last.effects };
}
