import { isAIMessage } from "@langchain/core/messages";

import { messagesIn } from "../langgraph/message-text.ts";
import type { ChannelWrite } from "./step-content.ts";

/** Tokens that models were given and gave. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
  /** Ids of the messages that report them, as far as they have ids. */
  readonly messages: readonly string[];
}

/** @internal What one message reports. Nodes that pass a message on write it again: its id tells. */
export interface MessageTokens extends Pick<TokenCount, "input" | "output"> {
  readonly message: string | undefined;
}

/** @internal What the messages that a step wrote report of their making. */
export function tokensIn(writes: readonly ChannelWrite[]): readonly MessageTokens[] {
  const messages = writes.flatMap(([, value]) => messagesIn(value)).filter(isAIMessage);
  return messages.flatMap(({ id, usage_metadata: usage }) => {
    if (usage === undefined) return [];
    const { input_tokens: input, output_tokens: output } = usage;
    // Providers differ, and a checkpointer gives back whatever was stored.
    if (!Number.isFinite(input) || !Number.isFinite(output)) return [];
    return [{ message: id, input, output }];
  });
}

/**
 * @internal The sum, of messages that have not been counted yet.
 *
 * @param counted ids of those that have; gets those that are counted now
 * @returns `undefined` if none reports anything
 */
export function sumTokens(tokens: readonly MessageTokens[], counted: Set<string>): TokenCount | undefined {
  const fresh = tokens.filter(({ message }) => message === undefined || !counted.has(message));
  if (fresh.length === 0) return undefined;
  const messages = fresh.flatMap(({ message }) => message ?? []);
  for (const message of messages) counted.add(message);
  const sum = (kind: "input" | "output"): number => fresh.reduce((total, each) => total + each[kind], 0);
  return { input: sum("input"), output: sum("output"), messages };
}
