import {
  AIMessage,
  isAIMessage,
  isToolMessage,
  ToolMessage,
  type BaseMessage,
} from "@langchain/core/messages";
import type { ToolCallRequest } from "langchain";

import { RewindRefusedError } from "../errors/rewind-refused-error.ts";
import { problemOf } from "../history/left-alone.ts";
import { whyRefused } from "../planning/why-refused.ts";
import { ANSWERS, refusedAnswer } from "../requests/answers.ts";
import { isRollbackTool, parseRequest } from "../requests/rollback-tool.ts";
import type { RewindRequest } from "../steps/rewind-request.ts";
import type { AgentRuntime } from "./agent-runtime.ts";
import { threadIn } from "./agent-runtime.ts";
import type { MiddlewareContext } from "./middleware-context.ts";
import type { MiddlewareRecord } from "./middleware-record.ts";
import { turnIn, type Turn } from "./middleware-state.ts";
import { attemptIn } from "./turn-effects.ts";
import { wrappingAttempt } from "./wrapping-attempt.ts";

/** Key under which an answer of `rollbackTool` keeps its request: no model sees it, and none can write it. */
const KEY = "langgraph_rollback_request";

/** The request of a turn's attempt, as its answer keeps it. */
interface KeptRequest {
  readonly turn: string;
  readonly attempt: number;
  /** Present where it ends the attempt. */
  readonly request?: RewindRequest;
  /** Present where nothing is rewound. */
  readonly refused?: true;
}

type Asking = Pick<ToolCallRequest, "toolCall" | "tool"> & {
  readonly state: object;
  readonly runtime: AgentRuntime;
};

/**
 * @internal The answer to a model's request to go back, where the middleware is the one who rewinds.
 *
 * @returns `undefined` for other tools, for arguments that are none, and where `withRollback` is right around the agent
 */
export function answerToRequest(
  context: MiddlewareContext,
  { toolCall, tool, state, runtime }: Asking,
): ToolMessage | undefined {
  if (!isRollbackTool(tool) || context.verify === undefined) return undefined;
  if (wrappingAttempt(runtime.configurable) !== undefined) return undefined;
  const request = parseRequest(toolCall.args);
  if (request === undefined) return undefined;
  const turn = turnIn(state);
  const attempt = attemptIn(state, turn);
  const refusal = refusalOf(context, state, turn, attempt);
  const kept = { turn: turn?.id ?? "", attempt };
  const { name, id = "" } = toolCall;
  if (refusal === undefined)
    return answer({ name, id }, "Noted. The attempt ends here.", { ...kept, request });
  context.emit({
    type: "rollback:problem",
    threadId: threadIn(runtime.configurable),
    problem: problemOf(new RewindRefusedError(attempt, refusal.why)),
  });
  return answer({ name, id }, refusal.text, { ...kept, refused: true });
}

function refusalOf(
  { maxRetries, mode }: MiddlewareContext,
  state: object,
  turn: Turn | undefined,
  attempt: number,
): { readonly text: string; readonly why: string } | undefined {
  if (turn === undefined) return { text: ANSWERS.outside, why: "the turn could not be marked" };
  if (mode === "observe") return { text: ANSWERS.observed, why: "the run is only observed" };
  const before = messagesOf(state).find((each) => keptIn(each, turn.id, attempt)?.refused === true);
  if (before !== undefined) return { text: before.text, why: "a request of this attempt was refused before" };
  return attempt > maxRetries ? { text: ANSWERS.noneLeft, why: "no rollback is left" } : undefined;
}

const answer = (
  { name, id }: { readonly name: string; readonly id: string },
  text: string,
  kept: KeptRequest,
) => new ToolMessage({ content: text, name, tool_call_id: id, artifact: { [KEY]: kept } });

/** @internal The model's answer that ends an attempt whose model has asked to go back; `undefined` where the model is to be asked. */
export function endOfAsked(state: object): AIMessage | undefined {
  const turn = turnIn(state);
  if (turn === undefined) return undefined;
  const asked = requestAtEnd(messagesOf(state), turn.id, attemptIn(state, turn));
  return asked === undefined
    ? undefined
    : new AIMessage("The attempt ends here, as it was asked to go back.");
}

/** @internal The request that ended an attempt, and the conversation without the answer that stands for its end. */
export function withoutEnd(
  messages: readonly BaseMessage[],
  turn: string | undefined,
  attempt: number,
): { readonly messages: readonly BaseMessage[]; readonly request?: RewindRequest } {
  const last = messages.at(-1);
  if (turn === undefined || last === undefined || !isAIMessage(last)) return { messages };
  const before = messages.slice(0, -1);
  const request = requestAtEnd(before, turn, attempt);
  return request === undefined ? { messages } : { messages: before, request };
}

/** The first request among the tools' answers that end a conversation. */
function requestAtEnd(
  messages: readonly BaseMessage[],
  turn: string,
  attempt: number,
): RewindRequest | undefined {
  const answers = messages.slice(messages.findLastIndex((each) => !isToolMessage(each)) + 1);
  return answers.map((each) => keptIn(each, turn, attempt)?.request).find((request) => request !== undefined);
}

/** The part of a finished run that is read here. */
interface EndedByRequest {
  readonly attempt: number;
  readonly messages: readonly BaseMessage[];
  readonly threadId: string;
  readonly turn: Turn | undefined;
}

/** @internal The conversation as it continues where the request that ended an attempt is refused. */
export function afterRefusal(
  context: MiddlewareContext,
  { attempt, messages, threadId, turn }: EndedByRequest,
  { stopped }: MiddlewareRecord,
): readonly BaseMessage[] {
  const why = whyRefused(stopped);
  const problem = problemOf(new RewindRefusedError(attempt, why));
  context.emit({ type: "rollback:problem", threadId, problem });
  const kept = { turn: turn?.id ?? "", attempt, refused: true as const };
  return messages.map((each) => {
    if (!isToolMessage(each) || keptIn(each, kept.turn, attempt)?.request === undefined) return each;
    const { name = "", tool_call_id: id } = each;
    return answer({ name, id }, refusedAnswer(why), kept);
  });
}

function keptIn(message: BaseMessage, turn: string, attempt: number): KeptRequest | undefined {
  const kept: unknown = isToolMessage(message) ? Reflect.get(Object(message.artifact), KEY) : undefined;
  return isKept(kept) && kept.turn === turn && kept.attempt === attempt ? kept : undefined;
}

const isKept = (value: unknown): value is KeptRequest =>
  typeof value === "object" && value !== null && "turn" in value && "attempt" in value;

function messagesOf(state: object): readonly BaseMessage[] {
  const messages: unknown = Reflect.get(state, "messages");
  return Array.isArray(messages) ? messages : [];
}
