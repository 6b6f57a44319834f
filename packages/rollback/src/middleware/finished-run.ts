import type { BaseMessage } from "@langchain/core/messages";

import { attemptStampOf } from "../steps/attempt-stamp.ts";
import type { VerifierRun } from "../verifying/verifier.ts";
import { verifierRun } from "../verifying/verifier-run.ts";
import type { CallLog } from "./agent-call.ts";
import { conversationTurn, type ConversationTurn } from "./conversation.ts";
import { threadIn, type AgentInput, type AgentOutput } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import type { Turn } from "./middleware-state.ts";
import { withoutNotes } from "../rewinding/note-message.ts";

/** @internal What the `afterAgent` hook is given, as far as the middleware reads it. */
export interface AgentEnd {
  readonly state: {
    readonly messages: readonly BaseMessage[];
    readonly structuredResponse?: unknown;
    readonly _rollbackCalls?: CallLog | undefined;
    readonly _rollbackRecords?: readonly MiddlewareRecord[] | undefined;
    readonly _rollbackTurn?: Turn | undefined;
  };
  readonly configurable: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal | undefined;
}

/** @internal An attempt that came to its end, seen from within the agent. */
export interface FinishedRun extends ConversationTurn {
  readonly configurable: AgentEnd["configurable"];
  /** The user's turn; absent where it could not be marked, and nothing can be retried. */
  readonly turn: Turn | undefined;
  readonly messages: readonly BaseMessage[];
  readonly threadId: string;
  /** 1-based. */
  readonly attempt: number;
  /** What was decided about this turn's earlier attempts. */
  readonly earlier: readonly MiddlewareRecord[];
  /** Whether `withRollback` runs the agent. If so, it does the rollbacks. */
  readonly isWrapped: boolean;
  /** What the agent gives its caller. The verifier's has no notes. */
  readonly output: AgentOutput;
  readonly verifierRun: VerifierRun<AgentInput, AgentOutput>;
}

/** @internal */
export function finishedRun({ state, configurable, signal }: AgentEnd): FinishedRun {
  const { messages, _rollbackTurn: turn, _rollbackRecords: records = [] } = state;
  const threadId = threadIn(configurable);
  const tasks = new Map(state._rollbackCalls?.calls.map(({ message, task }) => [message, task]));
  const conversation = conversationTurn(messages, {
    threadId,
    last: turn?.last,
    taskOf: ({ tool_call_id: id }) => tasks.get(id),
  });
  const earlier = records.filter(({ run }) => run === turn?.id);
  const outer = wrappingAttempt(configurable);
  const attempt = outer ?? earlier.length + 1;
  const input = withoutNotes({ messages: conversation.asked });
  const { structuredResponse } = state;
  const output = { messages, ...(structuredResponse === undefined ? {} : { structuredResponse }) };
  const judged = withoutNotes(output);
  return {
    ...conversation,
    configurable,
    turn,
    messages,
    threadId,
    attempt,
    earlier,
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

/** The attempt of a `withRollback` right around the agent. Around a graph that the agent runs in, it does not count. */
function wrappingAttempt(configurable: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const namespace: unknown = configurable?.["checkpoint_ns"];
  const isNested = typeof namespace === "string" && namespace.includes("|");
  return isNested || configurable === undefined
    ? undefined
    : attemptStampOf({ configurable }).rollback_attempt;
}
