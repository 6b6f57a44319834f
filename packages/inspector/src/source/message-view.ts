import { BaseMessage, isAIMessage, isToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";

import type { MessageView } from "../shared/view/step-detail.ts";

/** The chat messages in a channel's value: LangChain's, or plain objects that look like messages. Not shortened. */
export function messageViewsIn(value: unknown): readonly MessageView[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item) => {
    if (BaseMessage.isInstance(item)) return [viewOf(item)];
    return isPlainMessage(item) ? [plainView(item)] : [];
  });
}

function viewOf(message: BaseMessage): MessageView {
  return {
    role: message.type,
    ...(typeof message.name === "string" ? { name: message.name } : {}),
    text: textOf(message.content),
    toolCalls: isAIMessage(message) ? (message.tool_calls ?? []).map(callOf) : [],
    ...(isToolMessage(message) && typeof message.tool_call_id === "string"
      ? { toolCallId: message.tool_call_id }
      : {}),
  };
}

/** A model's server is free to leave out a part of a call, or to put something else there. */
function callOf({ name, args, id }: { name: string; args: unknown; id?: string }): ToolCall {
  return {
    name: typeof name === "string" ? name : "unknown",
    args,
    ...(typeof id === "string" ? { id } : {}),
  };
}

type PlainMessage = {
  readonly content: unknown;
  readonly role?: unknown;
  readonly type?: unknown;
  readonly name?: unknown;
};

function isPlainMessage(value: unknown): value is PlainMessage {
  if (typeof value !== "object" || value === null || !("content" in value)) return false;
  return ["role", "type"].some((key) => typeof Reflect.get(value, key) === "string");
}

function plainView({ content, role, type, name }: PlainMessage): MessageView {
  return {
    role: [role, type].find((each) => typeof each === "string") ?? "",
    ...(typeof name === "string" ? { name } : {}),
    text: textOf(content),
    toolCalls: [],
  };
}

/** Text blocks one after the other; of other blocks their kind. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks
    .map(blockText)
    .filter((text) => text !== "")
    .join("\n");
}

function blockText(block: unknown): string {
  if (typeof block === "string") return block;
  if (typeof block !== "object" || block === null) return "";
  const text: unknown = Reflect.get(block, "text");
  if (typeof text === "string") return text;
  // Anything may stand there, even what cannot be made a text of.
  const type: unknown = Reflect.get(block, "type");
  return typeof type === "string" ? `(${type})` : "(unknown)";
}
