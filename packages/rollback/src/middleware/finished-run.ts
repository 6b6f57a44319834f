import type { BaseMessage } from "@langchain/core/messages";

import type { RunOnThread } from "../setup/open-runs.ts";
import type { VerifierRun } from "../verifiers/verifier.ts";
import { verifierRun } from "../verifiers/judge.ts";
import { countOf, type CallLog } from "./agent-call.ts";
import { conversationTurn, type ConversationTurn } from "./conversation.ts";
import { threadIn, type AgentRuntime } from "./agent-runtime.ts";
import type { AgentInput, AgentOutput } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import type { Turn } from "./middleware-state.ts";
import type { WatchRecord } from "../history/watch-record.ts";
import type { EarlyVerdict } from "../watching/prefix-watch.ts";
import type { RewindRequest } from "../steps/rewind-request.ts";
import { withoutNotes } from "../steps/note-message.ts";
import { withoutEnd } from "./turn-request.ts";
import { wrappingAttempt } from "./wrapping-attempt.ts";

/** @internal Arguments of the `afterAgent` hook, as far as the middleware reads them. */
export interface AgentEnd extends AgentRuntime {
  readonly state: {
    readonly messages: readonly BaseMessage[];
    readonly structuredResponse?: unknown;
    readonly _rollbackCalls?: CallLog | undefined;
    readonly _rollbackRecords?: readonly MiddlewareRecord[] | undefined;
    readonly _rollbackTurn?: Turn | undefined;
  };
  readonly signal?: AbortSignal | undefined;
}

/** @internal An attempt that came to its end, seen from within the agent. */
export interface FinishedRun extends ConversationTurn, AgentRuntime {
  /** The user's turn; absent where it could not be marked, and nothing can be retried. */
  readonly turn: Turn | undefined;
  readonly messages: readonly BaseMessage[];
  readonly threadId: string;
  /** 1-based. */
  readonly attempt: number;
  /** Decisions about this turn's earlier attempts. */
  readonly earlier: readonly MiddlewareRecord[];
  /** The model's request to go back, if that ended the attempt. */
  readonly request?: RewindRequest;
  /** Why it was stopped before its end, if it was. */
  readonly early?: EarlyVerdict;
  /** Observations of it while it ran, if it was watched. */
  readonly watch?: WatchRecord;
  /** Whether a model or a tool was called: a guard may have ended the turn before. */
  readonly isCalled: boolean;
  /** Whether `withRollback` runs the agent. If so, it does the rollbacks. */
  readonly isWrapped: boolean;
  /** Output that the agent gives its caller. The verifier's has no notes. */
  readonly output: AgentOutput;
  readonly verifierRun: VerifierRun<AgentInput, AgentOutput>;
}

/** @internal The turn as a run on a thread. */
export const runOf = ({ threadId, turn }: Pick<FinishedRun, "threadId" | "turn">): RunOnThread => ({
  threadId,
  run: turn?.id ?? "",
});

/** @internal */
export function finishedRun({ state, configurable, writer, signal }: AgentEnd): FinishedRun {
  const { _rollbackTurn: turn, _rollbackRecords: records = [] } = state;
  const threadId = threadIn(configurable);
  const earlier = records.filter(({ run }) => run === turn?.id);
  const seen = turn?.seen?.attempt === earlier.length + 1 ? turn.seen : undefined;
  const said = state.messages.filter(({ id }) => id === undefined || id !== seen?.stopped?.message);
  const { messages, request } = withoutEnd(said, turn?.id, earlier.length + 1);
  const tasks = new Map(state._rollbackCalls?.calls.map(({ message, task }) => [message, task]));
  const conversation = conversationTurn(messages, {
    threadId,
    last: turn?.last,
    taskOf: ({ tool_call_id: id }) => tasks.get(id),
  });
  const outer = wrappingAttempt(configurable);
  const attempt = outer ?? earlier.length + 1;
  const input = withoutNotes({ messages: conversation.asked });
  const { structuredResponse } = state;
  const output = { messages, ...(structuredResponse === undefined ? {} : { structuredResponse }) };
  const judged = withoutNotes(output);
  return {
    ...conversation,
    configurable,
    writer,
    turn,
    messages,
    threadId,
    attempt,
    earlier,
    ...(request === undefined ? {} : { request }),
    ...(seen?.stopped === undefined ? {} : { early: seen.stopped.verdict }),
    ...(seen === undefined ? {} : { watch: seen.record }),
    isCalled: turn?.calls === undefined || countOf(state._rollbackCalls) > turn.calls,
    isWrapped: outer !== undefined,
    output,
    verifierRun: verifierRun({
      input,
      output: judged,
      threadId,
      attempt,
      trajectory: () => Promise.resolve(conversation.trajectory),
      readStep: (step) => Promise.resolve(conversation.dataOf(step)),
      ...(signal === undefined ? {} : { signal }),
    }),
  };
}

/** @internal Whether an attempt was ended before its end, by its model's request or by an alarm or a check. */
export const isCut = ({ early, request }: Pick<FinishedRun, "early" | "request">): boolean =>
  early !== undefined || request !== undefined;
