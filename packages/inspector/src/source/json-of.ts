import { BaseMessage } from "@langchain/core/messages";

import type { JsonValue } from "../shared/view/json-value.ts";
import { shortenedAsJson } from "../shared/words/shortened.ts";

/** How much of a value is kept. */
export interface JsonBounds {
  /** Characters of JSON in all, roughly. */
  readonly characters: number;
  /** How deep lists and objects may stand in each other. */
  readonly depth: number;
}

/** A value as JSON can say it, and what had to be left out. */
export interface BoundedJson {
  readonly value: JsonValue;
  /** As sentences; empty if all is there. */
  readonly omitted: readonly string[];
}

/** Rest of the bounds, and the parts left out so far. */
interface Budget {
  left: number;
  readonly depth: number;
  texts: number;
  entries: number;
  levels: number;
}

/**
 * Anything that a checkpointer may hold, as plain JSON within bounds. Messages of LangChain become
 * `{type, content, …}`, a Map a list of pairs, a Set a list; bytes are counted, not shown. Nothing is run, not even a
 * `toJSON`. Text is made well-formed.
 *
 * @param value untrusted
 */
export function jsonOf(value: unknown, bounds: JsonBounds): BoundedJson {
  const budget: Budget = { left: bounds.characters, depth: bounds.depth, texts: 0, entries: 0, levels: 0 };
  const json = convert(value, budget, 0);
  const omitted = [
    ...(budget.texts > 0 ? [`${count(budget.texts, "character")} of long texts left out.`] : []),
    ...(budget.entries > 0
      ? [`${count(budget.entries, "entry", "entries")} of lists and objects left out.`]
      : []),
    ...(budget.levels > 0
      ? [`${count(budget.levels, "value")} deeper than ${bounds.depth} levels left out.`]
      : []),
  ];
  return { value: json, omitted };
}

function convert(value: unknown, budget: Budget, depth: number): JsonValue {
  if (typeof value === "string") return text(value, budget);
  if (typeof value !== "object" || value === null) return spend(budget, plain(value));
  if (value instanceof Date)
    return spend(budget, Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString());
  if (ArrayBuffer.isView(value)) return spend(budget, `(${count(value.byteLength, "byte")})`);
  if (value instanceof RegExp) return text(String(value), budget);
  if (depth >= budget.depth) {
    budget.levels += 1;
    return spend(budget, "…");
  }
  if (Array.isArray(value)) return list(value, budget, depth);
  if (value instanceof Set) return list([...value], budget, depth);
  if (value instanceof Map) return list([...value], budget, depth);
  return record(entriesOf(value), budget, depth);
}

function list(values: readonly unknown[], budget: Budget, depth: number): JsonValue {
  const kept: JsonValue[] = [];
  for (const [position, value] of values.entries()) {
    if (budget.left <= 0) {
      budget.entries += values.length - position;
      kept.push(`… (${values.length - position} more)`);
      break;
    }
    budget.left -= 2;
    kept.push(convert(value, budget, depth + 1));
  }
  return kept;
}

function record(entries: readonly (readonly [string, unknown])[], budget: Budget, depth: number): JsonValue {
  const kept: [string, JsonValue][] = [];
  for (const [position, [key, value]] of entries.entries()) {
    if (budget.left <= 0) {
      budget.entries += entries.length - position;
      kept.push(["…", `${entries.length - position} more`]);
      break;
    }
    const name = text(key, budget);
    kept.push([name, convert(value, budget, depth + 1)]);
  }
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(kept);
}

/** Entries of an object: of a LangChain message those that people want to see, of an error its name and message. */
function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  if (BaseMessage.isInstance(value)) return messageEntries(value);
  if (value instanceof Error)
    return [
      ["name", value.name],
      ["message", value.message],
    ];
  const entries = Object.entries(value);
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value));
  return isPlain ? entries : entries.filter(([key]) => !key.startsWith("lc_"));
}

const MESSAGE_KEYS = [
  "name",
  "tool_calls",
  "tool_call_id",
  "status",
  "id",
  "additional_kwargs",
  "usage_metadata",
];

function messageEntries(message: BaseMessage): readonly (readonly [string, unknown])[] {
  const others = MESSAGE_KEYS.map((key): [string, unknown] => [key, Reflect.get(message, key)]);
  return [
    ["type", message.type],
    ["content", message.content],
    ...others.filter(([, value]) => !isEmpty(value)),
  ];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function plain(value: unknown): JsonValue {
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return String(value);
  return value === undefined ? null : `(${typeof value})`;
}

function text(value: string, budget: Budget): string {
  const kept = shortenedAsJson(value, Math.max(budget.left, 0));
  budget.left -= JSON.stringify(kept.text).length;
  budget.texts += kept.omitted;
  return kept.text;
}

function spend<Value extends JsonValue>(budget: Budget, value: Value): Value {
  budget.left -= JSON.stringify(value).length;
  return value;
}

/** "1 byte", "1,234 bytes" */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}
