import type { LangGraphRunnableConfig } from "@langchain/langgraph";

import { endOf, headState, waitsForHuman } from "../attempts/attempt/attempt-end.ts";
import { startOf, type Attempt, type ObservedEnd } from "../attempts/attempt/attempt.ts";
import { runAttempt } from "../attempts/run/run-attempt.ts";
import { problemEvents } from "../attempts/tell/attempt-events.ts";
import { resumedWith, runAnswered } from "../calls/nested-call.ts";
import { answerTo, pendingQuestion } from "../calls/pending-question.ts";
import { refuseInReplay } from "../effects/intercepting/in-replay.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import { askAround } from "../langgraph/caller.ts";
import { checkpointIdOf } from "../langgraph/thread.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { onThreadAndFiles } from "./on-thread-and-files.ts";
import { endUpdate } from "./report-run.ts";
import { attemptIn, stored, type RollbackGraphState, type RollbackGraphUpdate } from "./rollback-state.ts";
import { write } from "./tell-run.ts";

/** @internal The node that runs the wrapped graph: an attempt from its start, or from where it waits for an answer. */
export async function run(
  context: RollbackContext,
  state: RollbackGraphState,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  refuseInReplay(context.graph);
  // It had come to its end when it was to be stopped.
  if (state.end !== undefined) return {};
  const attempt = attemptIn(state, config);
  return onThreadAndFiles(context, attempt.threadId, config.signal, () => runOn(context, attempt, config));
}

async function runOn(
  context: RollbackContext,
  attempt: Attempt,
  config: LangGraphRunnableConfig,
): Promise<RollbackGraphUpdate> {
  // LangGraph runs a node again from its top when an interrupt is answered: the inner graph resumes where it waits.
  const execute = async (execution: AsyncGenerator<unknown, ObservedEnd>): Promise<ObservedEnd> => {
    const end = await forwarded(execution, config);
    // The attempt itself has told everybody else.
    for (const event of problemEvents(attempt, end.problems)) write(context, event, config);
    return end;
  };
  let end = (await pausedEnd(context, attempt)) ?? (await execute(runAttempt(context, attempt)));
  if (end.kind === "paused") {
    const question = await pendingQuestion(context, attempt, end.interrupts);
    const answer = askAround(config.configurable, question?.value, question?.response_schema);
    const next = resumedWith(attempt, answerTo(question, answer.value));
    end = await execute(runAnswered(context, next, answer));
  }
  // No loop of questions here: when the node runs again, the first answer would be given to the second question.
  if (end.kind === "paused") return { current: stored(attempt) };
  if (end.kind === "refused") throw end.error;
  return endUpdate(end);
}

/** How an attempt that waits is found again; `undefined` where it does not wait. */
async function pausedEnd(context: RollbackContext, attempt: Attempt): Promise<ObservedEnd | undefined> {
  const state = await headState(context.graph, attempt.threadId);
  const start = startOf(attempt);
  const isOwn = state?.metadata?.["rollback_run"] === attempt.run;
  // The thread is free between two nodes of this graph.
  if (start !== undefined && !isOwn)
    throw new ThreadMovedError(attempt.threadId, start, checkpointIdOf(state?.config));
  const isUntouched = checkpointIdOf(state?.config) === start;
  const end = endOf(context.graph, state, undefined);
  return isOwn && !isUntouched && waitsForHuman(end) ? end : undefined;
}

async function forwarded(
  execution: AsyncGenerator<unknown, ObservedEnd>,
  config: LangGraphRunnableConfig,
): Promise<ObservedEnd> {
  for (;;) {
    const next = await execution.next();
    if (next.done === true) return next.value;
    config.writer?.(next.value);
  }
}
