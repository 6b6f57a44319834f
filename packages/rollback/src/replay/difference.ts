import { redactValue, type Redact } from "@langgraph-rollback/attribution";
import { BaseMessage, isAIMessage, isToolMessage } from "@langchain/core/messages";

/** @internal The first place at which two values differ, and what stands there. */
export interface Difference {
  /** Like `messages.0.content`; "" where the values differ as a whole. */
  readonly path: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

/**
 * @internal Finds the first difference between a recorded value and the one of a replay; `undefined` if there is none. Ids of messages do not count, and what
 * providers tell beside an answer does not either.
 *
 * @param redact by which recorded answers were redacted: a replay has their redacted form
 */
export function differenceOf(recorded: unknown, now: unknown, redact?: Redact): Difference | undefined {
  const [then, again] = [plainOf(recorded), plainOf(now)];
  if (redact === undefined) return find(then, again, []);
  return find(redactValue(then, redact), redactValue(again, redact), []);
}

function find(recorded: unknown, now: unknown, path: readonly string[]): Difference | undefined {
  if (Object.is(recorded, now)) return undefined;
  if (!isHolder(recorded) || !isHolder(now) || Array.isArray(recorded) !== Array.isArray(now))
    return { path: path.join("."), recorded, now };
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
    const found = find(Reflect.get(recorded, key), Reflect.get(now, key), [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isHolder = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A value as plain data. */
function plainOf(value: unknown, depth = 0): unknown {
  if (!isHolder(value) || depth > 100) return typeof value === "function" ? undefined : value;
  if (Array.isArray(value)) return value.map((each: unknown) => plainOf(each, depth + 1));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (value instanceof Map || value instanceof Set) return plainOf([...value], depth + 1);
  if (ArrayBuffer.isView(value))
    return Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  const fields = BaseMessage.isInstance(value) ? fieldsOf(value) : value;
  return Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, plainOf(each, depth + 1)]));
}

/** The parts of a message that the next steps are given. */
function fieldsOf(message: BaseMessage): object {
  const { type, content, name, additional_kwargs: more } = message;
  return {
    type,
    content,
    name,
    more,
    ...(isAIMessage(message)
      ? { calls: (message.tool_calls ?? []).map(({ name: tool, args }) => ({ tool, args })) }
      : {}),
    ...(isToolMessage(message) ? { status: message.status, artifact: message.artifact } : {}),
  };
}
