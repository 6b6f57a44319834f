import { TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";
import type { z } from "zod";
import { type JsonPart, jsonValues } from "../json-parts.ts";

/** One object of a file, in the shape that its format has. */
export interface Row<Value> {
  readonly value: Value;
  /** Line that it begins on, from 1. */
  readonly line: number;
}

/**
 * The objects of a JSON, JSON Lines or JSON list text.
 *
 * @throws {TrajectoryFormatError} on the first that is no JSON or has not the shape; it names the line and the field
 */
export function readRows<Value>(text: string, schema: z.ZodType<Value>): readonly Row<Value>[] {
  return jsonValues(text).map((part) => ({ value: readPart(part, schema), line: part.line }));
}

function readPart<Value>({ line, text }: JsonPart, schema: z.ZodType<Value>): Value {
  const value = parse(text, line);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { message = "the published layout", path = [] } = result.error.issues[0] ?? {};
  throw new TrajectoryFormatError({
    line,
    field: fieldName(path),
    expected: message.split(", received", 1)[0]?.replace(/^Invalid (input|option): expected /, "") ?? message,
    actual: valueAt(value, path),
    remedy: "Name the format that the file has with `--from`.",
  });
}

function parse(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TrajectoryFormatError({
      line,
      field: "",
      expected: "JSON",
      actual: text,
      remedy: "The file may be cut short.",
      cause,
    });
  }
}

/** Keys come from the file and may have any length. */
const SHOWN_OF_KEY = 60;

/** A path inside a row, for messages: `history[3].role`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, depth) =>
      typeof key === "number" ? `[${key}]` : `${depth === 0 ? "" : "."}${String(key).slice(0, SHOWN_OF_KEY)}`,
    )
    .join("");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}
