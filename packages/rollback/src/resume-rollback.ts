import type { RunnableConfig } from "@langchain/core/runnables";

import { isRollBack } from "./attempts/attempt-from-fork.ts";
import { appendEntry, readJournal, recordsOfRun } from "./history/journal.ts";
import type { AttemptRecord } from "./history/attempt-record.ts";
import { compiledGraphOf, type OutputOf, type RollbackTarget } from "./langgraph/compiled-graph.ts";
import { modeOf } from "./setup/rollback-context.ts";
import { saverOf, threadIdOf } from "./langgraph/thread.ts";

/** Problems that end a rollback between its decision and its fork, and that somebody can mend. */
const MENDABLE = new Set(["UNDO_FAILED", "UNDO_MISSING", "EFFECTS_UNREADABLE", "REVALIDATE"]);

/**
 * Resumes a thread whose rollback was cut off, in any process: by a crash, or because an effect could not be undone. What is undone already stays
 * undone, and nothing is attributed again. A thread with nothing to resume returns its output again.
 *
 * A graph whose `mode` is "observe" rolls nothing back here either: the rollback waits for one that does.
 *
 * After a crash, calling the graph with `null` does the same; a rollback that ended because an `undo` failed is taken up by this alone.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @returns what the graph then returns
 * @throws {ThreadBusyError} if another process has resumed it already and both share a lock
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
  const last = lastOf(records, runs.at(-1));
  const isToGoOn = last !== undefined && modeOf(compiled) === "rollback";
  const again = isToGoOn ? (cutOff(records, last) ?? toUndo(last)) : undefined;
  if (again !== undefined) await appendEntry(saver, threadId, "attempt", again);
  return Reflect.apply(Reflect.get(graph, "invoke"), graph, [null, config]);
}

/** The last record of a run, if it tells of a problem that ended a rollback and that somebody may have mended. */
function lastOf(records: readonly AttemptRecord[], run: string | undefined): AttemptRecord | undefined {
  const last = run === undefined ? undefined : recordsOfRun(records, run).at(-1);
  return last?.rewind === undefined && MENDABLE.has(last?.problem?.code ?? "") ? last : undefined;
}

/** The decision that could not be carried out; `undefined` if the run was not to be rolled back. */
function cutOff(records: readonly AttemptRecord[], last: AttemptRecord): AttemptRecord | undefined {
  const decided = records.findLast(
    (record) => record.run === last.run && record.attempt === last.attempt && isRollBack(record),
  );
  return decided === undefined || last.effects === undefined
    ? decided
    : { ...decided, effects: last.effects };
}

/** The record of a run that has ended, with what its branch does not hold and was not undone; `undefined` if there is none of that. */
function toUndo(last: AttemptRecord): AttemptRecord | undefined {
  const { problem: _, effects = [], ...rest } = last;
  if (effects.every(({ standing }) => standing !== "not-undone")) return undefined;
  const again = effects.map((effect) =>
    effect.standing === "not-undone" ? { ...effect, standing: "to-undo" as const } : effect,
  );
  return { ...rest, effects: again };
}
