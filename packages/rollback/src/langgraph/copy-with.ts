import { BaseMessage } from "@langchain/core/messages";

/** @internal A message with some fields altered. It has the class of the one given, and is serialised with the new fields. */
export function copyWith(message: BaseMessage, changes: Readonly<Record<string, unknown>>): BaseMessage {
  const copy: unknown = Object.create(
    Object.getPrototypeOf(message),
    Object.getOwnPropertyDescriptors(message),
  );
  if (!BaseMessage.isInstance(copy)) return message;
  return Object.assign(copy, changes, { lc_kwargs: { ...message.lc_kwargs, ...changes } });
}
