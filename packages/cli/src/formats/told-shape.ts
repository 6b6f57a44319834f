import type { z } from "zod";
import type { Unread } from "./imported.ts";
import { fieldName } from "./published/read-rows.ts";
import { isFields } from "./fields.ts";

/** A value's place: the line that it begins on, and its path there. */
export interface FieldPlace {
  readonly line: number;
  readonly path: readonly PropertyKey[];
}

/** Characters of a reason. */
const LONGEST = 200;

type Tell = (unread: Unread) => void;

/** A value in the shape of a schema, or a word on why it has another. */
export function shapedOrUnread<Shape>(
  value: unknown,
  schema: z.ZodType<Shape>,
  place: FieldPlace,
  tell: Tell,
): Shape | undefined {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  for (const issue of read.error.issues.slice(0, 1)) tell(unreadBy(issue, place));
  return undefined;
}

/**
 * An object in the shape of a schema. A field of another type is told and left out; without one that has to be there nothing is read.
 */
export function toldShape<Shape>(
  value: unknown,
  schema: z.ZodType<Shape>,
  place: FieldPlace,
  tell: Tell,
): Shape | undefined {
  const first = schema.safeParse(value);
  if (first.success) return first.data;
  const rest: Record<string, unknown> = isFields(value) ? { ...value } : {};
  for (const issue of first.error.issues) {
    tell(unreadBy(issue, place));
    delete rest[String(issue.path[0])];
  }
  const read = schema.safeParse(rest);
  return read.success ? read.data : undefined;
}

function unreadBy({ message, path: inside }: z.core.$ZodIssue, { line, path }: FieldPlace): Unread {
  const reason = message
    .replace(/^Invalid (input|option): e/, "E")
    .replace(", received ", ", got ")
    .slice(0, LONGEST);
  return { line, field: fieldName([...path, ...inside]), reason: `${reason}.` };
}
