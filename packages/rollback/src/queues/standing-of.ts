import { readHistory, type RunHistory } from "../history/history.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { guardedContext } from "../setup/guarded-context.ts";

/** How a run of a queue stands after a call. */
export interface RunStanding {
  /** The run in its thread's history; `undefined` if nothing is kept of it. */
  readonly history: RunHistory | undefined;
  /** Whether it waits for a person: at a question of its nodes or of its rollback, or at a breakpoint. */
  readonly waits: boolean;
  /** Values of the questions that it waits with; none at a breakpoint. */
  readonly questions: readonly unknown[];
}

/**
 * Reads how a run stands after a call has returned.
 *
 * @param graph as `withRollback` gives it
 * @param run   the id that {@link nextCall} was given
 * @throws {InvalidOptionError} if the graph has no rollback
 */
export async function standingOf(
  graph: RollbackTarget,
  { run, threadId }: { readonly run: string; readonly threadId: string },
): Promise<RunStanding> {
  const context = guardedContext(graph);
  const config = checkpointConfig(threadId);
  const history = (await readHistory(context.saver, config)).find((each) => each.run === run);
  const isJudged = history !== undefined && !["interrupted", "running"].includes(history.status);
  if (isJudged && history.asked === undefined) return { history, waits: false, questions: [] };
  const { next, tasks } = await context.graph.getState(config);
  const questions = tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value));
  const waits = !isJudged && (questions.length > 0 || next.length > 0);
  return { history, waits, questions: waits ? questions : [] };
}
