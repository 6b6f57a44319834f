import type { z } from "zod";
import type { Unread } from "../imported.ts";
import { fieldName } from "../published/read-rows.ts";
import { isFields } from "./fields.ts";

/** A value's place: the line that it begins on, and its path there. */
export interface FieldPlace {
  readonly line: number;
  readonly path: readonly PropertyKey[];
}

/** Characters of a reason. */
const LONGEST = 200;

/**
 * An object in the shape of a schema. A field of another type is told and left out; without one that has to be there nothing is read.
 */
export function toldShape<Shape>(
  value: unknown,
  schema: z.ZodType<Shape>,
  { line, path }: FieldPlace,
  tell: (unread: Unread) => void,
): Shape | undefined {
  const first = schema.safeParse(value);
  if (first.success) return first.data;
  const rest: Record<string, unknown> = isFields(value) ? { ...value } : {};
  for (const { message, path: inside } of first.error.issues) {
    const reason = message.replace(/^Invalid (input|option): e/, "E").slice(0, LONGEST);
    tell({ line, field: fieldName([...path, ...inside]), reason: `${reason}.` });
    delete rest[String(inside[0])];
  }
  const read = schema.safeParse(rest);
  return read.success ? read.data : undefined;
}
