import { RemoveMessage, type BaseMessage } from "@langchain/core/messages";
import { REMOVE_ALL_MESSAGES } from "@langchain/langgraph";

import { RollbackExhaustedError } from "../errors/rollback-exhausted-error.ts";
import { NO_CALLS, type CallLog } from "./agent-call.ts";
import { CALLS_CHANNEL, RECORDS_CHANNEL, TURN_CHANNEL } from "../steps/middleware-channels.ts";
import { decidedRecord } from "./approve-retry.ts";
import { isRetry } from "./observed-retry.ts";
import { afterRefusal } from "./turn-request.ts";
import { withEffectsUndone } from "./undo-turn.ts";
import { finishedRun, isCut, runOf, type AgentEnd, type FinishedRun } from "./finished-run.ts";
import { letGoOn, withSeen } from "./watch-turn.ts";
import { tellTurn } from "./tell-turn.ts";
import { runIsOver } from "../setup/open-runs.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import { addRecord, type MiddlewareRecord } from "./middleware-record.ts";
import { writeBeside, type Turn } from "./middleware-state.ts";
import { noteMessage } from "../steps/note-message.ts";

/** @internal The update with which the agent goes back to its model. */
export interface RetryUpdate {
  readonly messages: BaseMessage[];
  readonly [CALLS_CHANNEL]: CallLog;
  readonly [RECORDS_CHANNEL]: readonly MiddlewareRecord[];
  readonly [TURN_CHANNEL]?: Turn;
  readonly jumpTo: "model";
}

/** The next attempt may end without a structured response. */
const NO_RESPONSE: object = { structuredResponse: undefined };

/**
 * @internal The end of an attempt, as the `afterAgent` hook: judges it, keeps the record in the state, and on a failure
 * that can be retried sends the agent back to its model with a trimmed conversation.
 *
 * @throws {RollbackExhaustedError} if no retry is left and `onFailure` is "error"
 */
export async function endAttempt(
  context: MiddlewareContext,
  end: AgentEnd,
): Promise<RetryUpdate | undefined> {
  const run = await withSeen(context, finishedRun(end));
  const decided = await decidedRecord(context, run);
  if (isCut(run) && !isRetry(decided)) return goingOn(context, end, run, decided);
  const record = await withEffectsUndone(context, run, decided);
  if (isCut(run) && !isRetry(record)) return goingOn(context, end, run, record);
  const { problem, trimmed, stopped } = record;
  if (problem !== undefined) context.emit({ type: "rollback:problem", threadId: run.threadId, problem });
  context.emit({ type: "rollback:judged", threadId: run.threadId, record });
  tellTurn(context, run, record);
  if (trimmed === undefined) runIsOver(context, runOf(run));
  const records = addRecord(end.state[RECORDS_CHANNEL] ?? [], record);
  if (trimmed !== undefined)
    return {
      ...NO_RESPONSE,
      messages: trimmedMessages(run, trimmed.step, record.note, context.ids),
      // LangChain writes what the hook was given back along with this; the log knows its own calls.
      [CALLS_CHANNEL]: NO_CALLS,
      [RECORDS_CHANNEL]: records,
      jumpTo: "model",
    };
  const isExhausted = record.decision === "give-up" && record.outcome?.ok === false && problem === undefined;
  if (isExhausted && context.onFailure === "error")
    throw new RollbackExhaustedError(run.threadId, run.attempt, record.reason, run.output, stopped, {
      history: "readMiddlewareRecords",
      limit: "maxRetries",
    });
  writeBeside(end.configurable, { [RECORDS_CHANNEL]: records });
  return undefined;
}

/** An attempt that was ended before its end and is not retried. It continues from there: its own result comes first. */
function goingOn(
  context: MiddlewareContext,
  { state }: AgentEnd,
  run: FinishedRun,
  record: MiddlewareRecord,
): RetryUpdate {
  const letGo = run.early === undefined ? {} : letGoOn(context, run, record);
  const messages = run.request === undefined ? run.messages : afterRefusal(context, run, record);
  return {
    messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...messages],
    [CALLS_CHANNEL]: NO_CALLS,
    [RECORDS_CHANNEL]: state[RECORDS_CHANNEL] ?? [],
    ...letGo,
    jumpTo: "model",
  };
}

/** @internal The conversation up to a step, which starts where every tool call is answered, and the note. */
export function trimmedMessages(
  { messages, positions }: Pick<FinishedRun, "messages" | "positions">,
  step: number,
  note: string | undefined,
  ids: () => string,
): BaseMessage[] {
  return [
    new RemoveMessage({ id: REMOVE_ALL_MESSAGES }),
    ...messages.slice(0, positions[step]),
    ...(note === undefined ? [] : [noteMessage(note, ids())]),
  ];
}
