import { BaseMessage } from "@langchain/core/messages";

import { messageText, toolCallsIn } from "../langgraph/message-text.ts";

/**
 * @internal A value of a run, as JSON on one line without angle brackets: no content can end the frame that it is quoted in.
 * Messages are shown by who speaks, what they say and what they call.
 *
 * @throws {TypeError} if it holds itself
 */
export function shownJson(value: unknown): string {
  const json = JSON.stringify(value, plain) ?? "null";
  return json.replaceAll(/[<>\u0085\u2028\u2029]/g, escaped);
}

/** `value` is what `toJSON` made of it. */
function plain(this: unknown, key: string, value: unknown): unknown {
  const held: unknown = Reflect.get(Object(this), key);
  if (BaseMessage.isInstance(held)) return shownMessage(held);
  return typeof value === "bigint" ? String(value) : value;
}

function shownMessage(message: BaseMessage): object {
  const calls = toolCallsIn(message).map(({ name, args }) => ({ name, args }));
  return {
    from: message.getType(),
    ...(message.name === undefined ? {} : { name: message.name }),
    text: messageText(message),
    ...(calls.length === 0 ? {} : { calls }),
  };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
