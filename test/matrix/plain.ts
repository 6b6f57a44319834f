import { isBaseMessage, type BaseMessage } from "@langchain/core/messages";

/**
 * A state without what two runs of the same graph never share: the note, random ids and times.
 *
 * @param noteChannel the channel that holds the note alone, left out
 */
export function plain(value: unknown, noteChannel?: string): unknown {
  if (isBaseMessage(value)) return plainMessage(value);
  if (Array.isArray(value)) return value.filter((item) => !isNote(item)).map((item: unknown) => plain(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, part]) => key !== noteChannel && !TIMES.has(key) && part !== undefined,
  );
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}

/** Of a deep agent's files. */
const TIMES = new Set(["created_at", "modified_at"]);

const isNote = (value: unknown): boolean => isBaseMessage(value) && value.name === "rollback";

function plainMessage(message: BaseMessage): unknown {
  const { type, text, name } = message;
  const calls: unknown = "tool_calls" in message ? message.tool_calls : undefined;
  return { type, text, name, calls };
}
