import {
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  getBufferString,
  HumanMessage,
} from "@langchain/core/messages";

/** @internal The messages that a chat model makes of what it is given: a text, messages in any form, or a prompt value. */
export function chatPromptOf(input: unknown): readonly BaseMessage[] {
  if (typeof input === "string") return [new HumanMessage(input)];
  const likes: unknown = Array.isArray(input) ? input : made(input, "toChatMessages");
  if (!Array.isArray(likes)) return [];
  return likes.filter(isMessageLike).map((like) => coerceMessageLikeToMessage(like));
}

/** @internal The text that an LLM makes of what it is given. */
export function textPromptOf(input: unknown): string {
  if (typeof input === "string") return input;
  return Array.isArray(input) ? getBufferString([...chatPromptOf(input)]) : String(made(input, "toString"));
}

const isMessageLike = (value: unknown): value is BaseMessageLike =>
  typeof value === "string" || (typeof value === "object" && value !== null);

function made(promptValue: unknown, method: "toChatMessages" | "toString"): unknown {
  const make: unknown = Reflect.get(Object(promptValue), method);
  return typeof make === "function" ? Reflect.apply(make, promptValue, []) : undefined;
}
