import { BaseMessage, isAIMessage, isHumanMessage, isToolMessage } from "@langchain/core/messages";
import type { Step, ToolCall } from "@langgraph-rollback/attribution/trajectory";

/** @internal The messages in a channel value: one, a list, or none. */
export function messagesIn(value: unknown): readonly BaseMessage[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item): item is BaseMessage => BaseMessage.isInstance(item));
}

/** @internal Text of a message; blocks that are not text are left out. */
export function messageText(message: BaseMessage): string {
  const { content } = message;
  return typeof content === "string" ? content : message.text;
}

/** @internal The tools that a message asks for. What a model's server leaves out of a call, or puts there instead, is its own. */
export function toolCallsIn(message: BaseMessage): readonly ToolCall[] {
  if (!isAIMessage(message)) return [];
  return (message.tool_calls ?? []).map(({ name, args, id }) => ({
    name: typeof name === "string" ? name : "unknown",
    args,
    ...(typeof id === "string" ? { id } : {}),
  }));
}

/** @internal Names of the tools whose answers, among these messages, tell of an error. */
export function failedToolsIn(messages: readonly BaseMessage[]): readonly string[] {
  return messages.filter(isToolMessage).flatMap(({ name, status }) => {
    if (status !== "error") return [];
    return [typeof name === "string" ? name : "unknown"];
  });
}

/** @internal */
export function messageKind(message: BaseMessage): NonNullable<Step["kind"]> {
  if (isAIMessage(message)) return "model";
  if (isToolMessage(message)) return "tool";
  return isHumanMessage(message) ? "user" : "other";
}

/** @internal Ids of tool calls in a conversation that no tool message has answered yet. */
export function unansweredToolCalls(messages: readonly BaseMessage[]): readonly string[] {
  // Some models give their calls no id; the answer then has none either.
  const answered = new Set(messages.filter(isToolMessage).map((message) => message.tool_call_id ?? ""));
  return messages
    .flatMap(toolCallsIn)
    .map((call) => call.id ?? "")
    .filter((id) => !answered.has(id));
}
