import { isCommand } from "@langchain/langgraph";

import { describeError } from "../../errors/describe-error.ts";
import { NothingToRunError } from "../../errors/nothing-to-run-error.ts";
import type { AttemptPause, RewindRecord } from "../../history/attempt-record.ts";
import type { StateView } from "../../langgraph/compiled-graph.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple } from "../../langgraph/thread.ts";
import { isOf } from "../../reading/newest-of-attempt.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { unhandledErrors } from "../../steps/error-handlers.ts";
import { NULL_TASK } from "../../steps/superstep.ts";
import { asError, endOf, headState } from "../attempt/attempt-end.ts";
import type { Attempt, ForkStart } from "../attempt/attempt.ts";
import { keptInMadeFork } from "./kept-in-made-fork.ts";
import type { OpenedAttempt } from "./opened-attempt.ts";
import { waitsAtFork } from "../attempt/pause.ts";

/** @internal An attempt without a verdict, at the checkpoint that it has come to. */
export async function undecided(
  context: RollbackContext,
  current: Attempt,
  head: string,
  { rewind, pauses }: { readonly rewind: RewindRecord | undefined; readonly pauses: readonly AttemptPause[] },
): Promise<OpenedAttempt> {
  const { graph } = context;
  const { threadId, run, number: attempt } = current;
  const newest = await headState(graph, threadId);
  if (newest === undefined) return { attempt: current };
  const isNewest = checkpointIdOf(newest.config) === head;
  // A checkpoint that a process of the run sent last before it died can arrive just now.
  if (!isNewest && isOf({ run, attempt }, newest.metadata)) return resumed(context, current, newest);
  const state = isNewest ? newest : await graph.getState(checkpointConfig(threadId, head));
  const isAtFork = rewind?.fork === head;
  // Tasks that have ended already are not "next": a process may have died just after them.
  if (isAtFork && state.tasks.length === 0) throw new NothingToRunError(threadId, head);
  const waits = isAtFork && waitsAtFork(pauses, { run, number: attempt, rewind });
  if (isAtFork && rewind.kind === "superstep" && !isCommand(current.call))
    if (await isUntouched(context, threadId, head))
      return { attempt: { ...current, start: { kind: "fork", checkpoint: head, isPartial: false, waits } } };
  const pinned: ForkStart = { kind: "fork", checkpoint: head, isPartial: true, waits };
  if (!isAtFork) return resumed(context, isNewest ? current : { ...current, start: pinned }, state);
  const kept = await keptInMadeFork(context, threadId, { run, attempt }, rewind);
  return resumed(context, { ...current, start: { ...pinned, kept } }, state);
}

/** Whether nothing has run from a checkpoint yet. */
async function isUntouched(context: RollbackContext, threadId: string, checkpoint: string): Promise<boolean> {
  const tuple = await checkpointTuple(context.saver, threadId, checkpoint);
  return (tuple.pendingWrites ?? []).every(([taskId]) => taskId === NULL_TASK);
}

/** An attempt that was paused, cut off in the middle, or ended just before its verdict was stored. */
async function resumed(context: RollbackContext, attempt: Attempt, state: StateView): Promise<OpenedAttempt> {
  const tuple = await checkpointTuple(context.saver, attempt.threadId, checkpointIdOf(state.config));
  const refused = new Set(state.tasks.filter(wasRefused).map(({ id }) => id));
  const writes = (tuple.pendingWrites ?? []).filter(([taskId]) => !refused.has(taskId));
  const errors = unhandledErrors(writes).map(asError);
  // LangGraph aborts the siblings of a task that throws, and all tasks of a run that its caller aborts.
  const error = errors.find(({ name }) => name !== "AbortError");
  if (isCommand(attempt.call) || error === undefined) return { attempt };
  return { attempt, end: endOf(context.graph, state, { error }) };
}

/** Whether a task that waits for an answer of a given shape may have thrown over one: LangGraph then hands it over again. */
function wasRefused({ error, interrupts }: StateView["tasks"][number]): boolean {
  const hasSchema = interrupts.some(({ response_schema: schema }) => schema !== undefined);
  return hasSchema && describeError(error).name.endsWith("ZodError");
}
