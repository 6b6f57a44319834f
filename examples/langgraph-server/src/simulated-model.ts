import type { BaseMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";

/** A simulated model: it says what it is given, token by token, as a real one would. */
export const simulatedModel = (says: string): FakeListChatModel =>
  new FakeListChatModel({ responses: [says] });

/** Whether the conversation tells of an attempt that failed, which is what the simulated model learns from. */
export const isTold = (messages: readonly BaseMessage[]): boolean =>
  messages.some(({ name }) => name === "rollback");
