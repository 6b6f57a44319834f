import type { BaseMessage } from "@langchain/core/messages";

/** Whether the conversation has a note of a rollback. */
export const isTold = (messages: readonly BaseMessage[]): boolean =>
  messages.some(({ name, text }) => name === "rollback" && text.startsWith("[rollback]"));
