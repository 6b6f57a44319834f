import { type BaseMessage, isAIMessage } from "@langchain/core/messages";

import { copyWith } from "../langgraph/copy-with.ts";

/** @internal A message with another text, that is the same message otherwise: its id, its name, what it answers. */
export function withText(message: BaseMessage, text: string): BaseMessage {
  if (typeof message.content === "string") return copyWith(message, { content: text });
  const others = message.content.filter(({ type }) => type !== "text");
  return copyWith(message, { content: [...others, { type: "text", text }] });
}

/**
 * @internal A message whose last tool call has altered arguments.
 *
 * @param alter gives other arguments; `undefined` if these have no room for it
 * @returns `undefined` if no call has
 */
export function withOtherCall(
  message: BaseMessage,
  alter: (args: unknown) => unknown,
): BaseMessage | undefined {
  const calls = isAIMessage(message) ? (message.tool_calls ?? []) : [];
  for (const [at, call] of [...calls.entries()].toReversed()) {
    const args = alter(call.args);
    if (args === undefined) continue;
    // Providers' own form of the calls: some converters would send it instead.
    const { tool_calls: _, ...rest } = message.additional_kwargs;
    return copyWith(message, {
      tool_calls: calls.with(at, Object.assign({}, call, { args })),
      additional_kwargs: rest,
    });
  }
  return undefined;
}
