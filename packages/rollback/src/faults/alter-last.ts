import { BaseMessage } from "@langchain/core/messages";

import { messageText, toolCallsIn } from "../langgraph/message-text.ts";
import type { StepWrites } from "./fault.ts";
import { withOtherCall, withText } from "./message-copy.ts";

/** @internal Change of one value in an output. */
export interface Alteration {
  /** Another value in place of a text, a number or a boolean; `undefined` if this one has no room for it. */
  readonly value: (value: unknown) => unknown;
  /** Whether arguments of tool calls are altered, too. Without it a message that calls tools has no room. */
  readonly calls?: boolean;
}

/** Keys whose values tell what something is: another one would break the state rather than what it says. */
const IDENTIFYING = new Set(["id", "role", "type"]);

/** @internal The writes with the last value altered that has room for it; `undefined` if none has. */
export function alterLastWrite(writes: StepWrites, alteration: Alteration): StepWrites | undefined {
  for (const [at, [channel, value]] of [...writes.entries()].toReversed()) {
    const altered = alterLast(value, alteration);
    if (altered !== undefined) return writes.with(at, [channel, altered]);
  }
  return undefined;
}

/**
 * @internal A value with the last one inside of it altered that has room for it: of lists, plain objects and messages.
 *
 * @param inside what it lies in, outermost first: a value that contains itself is entered once
 * @returns `undefined` if none has
 */
export function alterLast(value: unknown, alteration: Alteration, inside: readonly unknown[] = []): unknown {
  if (typeof value !== "object" || value === null) return alteration.value(value);
  if (BaseMessage.isInstance(value)) return alterMessage(value, alteration);
  if (inside.includes(value)) return undefined;
  const path = [...inside, value];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return alterEntry(
      [...items.entries()],
      (item) => alterLast(item, alteration, path),
      (at, item) => items.with(at, item),
    );
  }
  if (!isPlain(value)) return undefined;
  const entries = Object.entries(value).filter(([key]) => !IDENTIFYING.has(key));
  return alterEntry(
    entries,
    (item) => alterLast(item, alteration, path),
    (key, item) => ({
      ...value,
      [key]: item,
    }),
  );
}

/** The last entry that has room is altered, and put back. */
function alterEntry<Key>(
  entries: readonly (readonly [Key, unknown])[],
  alter: (value: unknown) => unknown,
  putBack: (key: Key, value: unknown) => unknown,
): unknown {
  for (const [key, value] of entries.toReversed()) {
    const altered = alter(value);
    if (altered !== undefined) return putBack(key, altered);
  }
  return undefined;
}

function alterMessage(message: BaseMessage, alteration: Alteration): BaseMessage | undefined {
  if (toolCallsIn(message).length > 0)
    return alteration.calls === true
      ? withOtherCall(message, (args) => alterLast(args, alteration))
      : undefined;
  const text = alteration.value(messageText(message));
  return typeof text === "string" ? withText(message, text) : undefined;
}

/** @internal Whether a value is an object that was written as one: no instance of a class. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
