import type { RunnableConfig } from "@langchain/core/runnables";

import type { RollBackRecord } from "./attempts/attempt/attempt-from-fork.ts";
import { decisionBehind, hasFork, openDecision } from "./attempts/open/open-decision.ts";
import { questionAt } from "./attempts/open/open-question.ts";
import { wasPartlyUndone } from "./attempts/back/partly-undone.ts";
import { appendEntry, readJournal, recordsOfRun, type Journal } from "./history/journal.ts";
import type { AttemptRecord } from "./history/attempt-record.ts";
import { compiledGraphOf, type OutputOf, type RollbackTarget } from "./langgraph/compiled-graph.ts";
import { newForkId } from "./langgraph/fork-id.ts";
import { checkpointConfig, saverOf, threadIdOf } from "./langgraph/thread.ts";
import { contextOf, forOneRun, type RollbackContext } from "./setup/rollback-context.ts";
import { stampedAttempt } from "./steps/attempt-stamp.ts";

/** Problems that end a rollback between its decision and its fork, and that somebody can mend. */
const MENDABLE = new Set(["UNDO_FAILED", "UNDO_MISSING", "EFFECTS_UNREADABLE", "REVALIDATE"]);

/**
 * Resumes a thread whose rollback was cut off, in any process: by a crash, because an effect could not be undone, or because its fork could not be made. What
 * is undone already stays undone, and nothing is attributed again. A thread with nothing to resume returns its output again.
 *
 * If effects are undone already and somebody has put a newer checkpoint on the thread, such as an `updateState`, the rollback goes back over it: the checkpoint
 * stays, and the attempt that follows is told as BRANCH_OVERTAKEN.
 *
 * A graph whose `mode` is "observe" rolls nothing back here either: the rollback waits for one that does.
 *
 * After a crash, calling the graph with `null` does the same; a rollback that ended because an `undo` failed is taken up by this alone.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @returns what the graph then returns
 * @throws {ThreadBusyError} if another process has resumed it already and both share a lock
 * @throws {RollbackUnfinishedError} if effects are undone, and the rest still cannot be done
 * @throws {UndoFailedError} if an effect still cannot be undone, and none is undone
 */
export async function resumeRollback<G extends RollbackTarget>(
  graph: G,
  config: RunnableConfig,
): Promise<OutputOf<G>>;
export async function resumeRollback(graph: RollbackTarget, config: RunnableConfig): Promise<unknown> {
  const compiled = compiledGraphOf(graph);
  const saver = saverOf(compiled);
  const threadId = threadIdOf(config);
  const context = contextOf(compiled);
  if (context !== undefined && context.options.mode !== "observe") {
    const again = await takenUp(forOneRun(context), threadId, await readJournal(saver, threadId));
    if (again !== undefined) await appendEntry(saver, threadId, "attempt", again);
  }
  return Reflect.apply(Reflect.get(graph, "invoke"), graph, [null, config]);
}

/** Record that the next call needs to take a rollback up; `undefined` if the history has it already, or there is nothing to take up. */
async function takenUp(
  context: RollbackContext,
  threadId: string,
  journal: Journal,
): Promise<AttemptRecord | undefined> {
  const { records, runs } = journal;
  const run = runs.at(-1);
  const last = run === undefined ? undefined : recordsOfRun(records, run).at(-1);
  if (last === undefined) return undefined;
  const open = openDecision(records, last);
  if (open !== undefined) return takenUpOver(context, threadId, journal, open);
  if (!MENDABLE.has(last.problem?.code ?? "")) return undefined;
  return decisionBehind(records, last) ?? toUndo(last);
}

/** A decision that has begun to undo, where somebody has put a checkpoint behind its attempt: it goes back over that. */
async function takenUpOver(
  context: RollbackContext,
  threadId: string,
  { questions }: Journal,
  decision: RollBackRecord,
): Promise<AttemptRecord | undefined> {
  const { run, attempt, head: judged, rewind } = decision;
  const head = await context.saver.getTuple(checkpointConfig(threadId));
  const id = head?.checkpoint.id;
  if (head === undefined || id === undefined || id === judged || id === rewind.over) return undefined;
  if (questionAt(questions, { run, attempt, head: id }) !== undefined) return undefined;
  const stamp = stampedAttempt({ ...head.metadata });
  const isOfOthers = stamp !== undefined && stamp.run !== run;
  if (isOfOthers || (await hasFork(context, threadId, decision))) return undefined;
  if (!(await wasPartlyUndone(context, { run, threadId }, decision))) return undefined;
  // Of a thread's checkpoints the one with the latest id is its head.
  return { ...decision, rewind: { ...rewind, fork: newForkId(), over: id } };
}

/** The record of a run that has ended, with the effects that its branch does not hold and that were not undone; `undefined` if there are none. */
function toUndo(last: AttemptRecord): AttemptRecord | undefined {
  const { problem: _, effects = [], ...rest } = last;
  if (effects.every(({ standing }) => standing !== "not-undone")) return undefined;
  const again = effects.map((effect) =>
    effect.standing === "not-undone" ? { ...effect, standing: "to-undo" as const } : effect,
  );
  return { ...rest, effects: again };
}
