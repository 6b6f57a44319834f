import type { z } from "zod";
import type { Unread } from "../imported.ts";
import { fieldName } from "../published/read-rows.ts";

/** Characters of a reason. */
const SHOWN = 200;

/** A value's place: the line that it begins on, and its path inside of what stands there. */
export interface ValuePlace {
  readonly line: number;
  readonly path: readonly PropertyKey[];
}

/** A value in the shape of a schema, or a word on why it has another. */
export function shapedOrUnread<Shape>(
  value: unknown,
  schema: z.ZodType<Shape>,
  { line, path }: ValuePlace,
  tell: (unread: Unread) => void,
): Shape | undefined {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { message = "Expected another shape", path: inside = [] } = read.error.issues[0] ?? {};
  const reason = message
    .replace(/^Invalid (input|option): e/, "E")
    .replace(", received ", ", got ")
    .slice(0, SHOWN);
  tell({ line, field: fieldName([...path, ...inside]), reason: `${reason}.` });
  return undefined;
}
