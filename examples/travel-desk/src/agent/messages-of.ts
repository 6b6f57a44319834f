import { isBaseMessage, type BaseMessage } from "@langchain/core/messages";

/** The messages of an agent's result, whose type is not known. */
export function messagesOf(output: unknown): readonly BaseMessage[] {
  const messages: unknown =
    typeof output === "object" && output !== null ? Reflect.get(output, "messages") : undefined;
  return Array.isArray(messages) ? messages.filter((each) => isBaseMessage(each)) : [];
}
