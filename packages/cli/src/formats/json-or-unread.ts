import type { Unread } from "./imported.ts";
import type { JsonPart } from "./json-parts.ts";

/** Characters of a bad line that a message shows. */
const SHOWN = 60;

/** The value of a part, or a word on why it is none. `{ value }` keeps a JSON `null` apart from nothing. */
export function jsonOrUnread(
  { line, text }: JsonPart,
  tell: (unread: Unread) => void,
): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    tell({ line, field: "", reason: `Expected JSON, got ${JSON.stringify(text.slice(0, SHOWN))}.` });
    return undefined;
  }
}
