import { z } from "zod";
import { isFields } from "../fields.ts";

/** Contents of a line. */
export interface Payload {
  readonly type?: unknown;
  readonly [field: string]: unknown;
}

/** One line of a session: when it was written, and what. */
export interface RolloutLine {
  readonly timestamp?: unknown;
  readonly type: string;
  readonly payload: Payload;
}

/** One line of a session. */
export const rolloutLine: z.ZodType<RolloutLine> = z.looseObject({
  timestamp: z.unknown().optional(),
  type: z.string(),
  payload: z.looseObject({ type: z.unknown().optional() }),
});

/** Types of lines that a session has. */
const LINES: ReadonlySet<unknown> = new Set([
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
]);

/** Types of items, which stood on lines of their own before lines had a type. */
const ITEMS: ReadonlySet<unknown> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
]);

/** A line of today for one of the form before: an item as it stands, and a first line without a type. */
export function currentLine(value: unknown): unknown {
  if (!isFields(value) || "payload" in value) return value;
  const { timestamp, type } = value;
  if (ITEMS.has(type)) return { timestamp, type: "response_item", payload: value };
  return isOldHead(value) ? { timestamp, type: "session_meta", payload: value } : value;
}

/** Whether a value is a line of a session. */
export function isRolloutLine(value: unknown): boolean {
  const line = currentLine(value);
  return isFields(line) && LINES.has(line["type"]) && isFields(line["payload"]);
}

function isOldHead(value: Readonly<Record<string, unknown>>): boolean {
  return !("type" in value) && typeof value["id"] === "string" && "instructions" in value;
}
