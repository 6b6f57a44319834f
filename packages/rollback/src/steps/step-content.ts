import { createHash } from "node:crypto";

import { END } from "@langchain/langgraph";
import { isAIMessage, type BaseMessage } from "@langchain/core/messages";
import { readLogprobs, type Step } from "@langgraph-rollback/attribution/trajectory";

import { isMiddlewareChannel } from "./middleware-channels.ts";
import { messageKind, messagesIn, messageText, toolCallsIn } from "../langgraph/message-text.ts";
import { isControlChannel } from "../langgraph/task-identity.ts";
import { RETURNED } from "../langgraph/private-strings.ts";
import { withoutNotes } from "./note-message.ts";

/** One write of a step: the channel and what the node gave it. */
export type ChannelWrite = readonly [channel: string, value: unknown];

/** @internal What a task said, as its step has it. */
export type Said = Pick<Step, "agent" | "content" | "kind" | "toolCalls" | "logprobs">;

/** Channels that hold what a task of the functional API returned, and what its entrypoint did. */
const RESULTS = [RETURNED, END];

/**
 * @internal The output of a step, as text for scorers and people: its messages as they are, other channels as
 * `name: value`. A step that only routed has no text.
 */
export function describeWrites(writes: readonly ChannelWrite[], node: string): Said {
  const result = writes.find(([channel]) => RESULTS.includes(channel));
  const messages = result === undefined ? [] : [...messagesIn(result[1])];
  const rest = result === undefined || messages.length > 0 ? [] : [asText(result[1])];
  for (const [channel, value] of writes) {
    if (isControlChannel(channel) || isMiddlewareChannel(channel)) continue;
    const said = messagesIn(value);
    if (said.length === 0) rest.push(`${channel}: ${asText(value)}`);
    else for (const each of said) messages.push(each);
  }
  const calls = messages.flatMap(toolCallsIn);
  const last = messages.at(-1);
  const called = calls.map((call) => `${call.name}(${asText(call.args)})`);
  const logprobs = readLogprobs(messages.filter(isAIMessage).map(toldTokens));
  const lines = [...messages.map(messageText), ...called, ...rest];
  return {
    agent: typeof last?.name === "string" ? last.name : node,
    content: lines.filter((line) => line !== "").join("\n"),
    kind: last === undefined ? "other" : messageKind(last),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}

/** LangChain puts log-probabilities of a message where those of its provider stand. */
function toldTokens(message: BaseMessage): Parameters<typeof readLogprobs>[0][number] {
  return {
    logprobs: message.response_metadata?.["logprobs"],
    text: messageText(message),
    callsTools: toolCallsIn(message).length > 0,
  };
}

/** @internal A value as text; what JSON cannot hold is named, never thrown. Bytes are named, too: as JSON they are several times as long. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return bytesAsText(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** The same for equal bytes, whether they are a `Buffer` or not: a checkpointer may give back the other. */
const bytesAsText = (bytes: Uint8Array): string =>
  `${bytes.length} bytes, SHA-256 ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;

/**
 * @internal The task of a turn, as text: the last message of its input, or the input's values.
 */
export function describeInput(given: unknown): string {
  const input = withoutNotes(given);
  const values =
    typeof input === "object" && input !== null && !Array.isArray(input) ? Object.values(input) : [input];
  const message = values.flatMap(lastMessageText).at(-1);
  if (message !== undefined) return message;
  return typeof input === "object" && input !== null
    ? Object.entries(input)
        .map(([name, value]) => `${name}: ${asText(value)}`)
        .join("\n")
    : asText(input ?? "");
}

/** Inputs come as messages, `{role, content}` objects, `[role, content]` pairs or strings. */
function lastMessageText(value: unknown): readonly string[] {
  const message = messagesIn(value).at(-1);
  if (message !== undefined) return [messageText(message)];
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (typeof last === "object" && last !== null && "content" in last && "role" in last)
    return [asText(last.content)];
  if (Array.isArray(last) && last.length === 2 && last.every((part) => typeof part === "string"))
    return [String(last[1])];
  return [];
}
