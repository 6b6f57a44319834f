import { jsonText } from "../bounded-value.ts";
import { decoded, fieldsOf, isFields } from "../fields.ts";
import { contentText, messagesIn } from "./message.ts";

/** The text of what a tool, a node or a model gave. */
export function outputText(output: unknown): string {
  if (output === null || output === undefined) return "";
  const read = decoded(output);
  if (typeof read === "string") return read;
  const inner = Object.keys(fieldsOf(read)).length === 1 ? fieldsOf(read)["output"] : undefined;
  if (inner !== undefined && inner !== null && messagesIn(inner).length === 0) return outputText(inner);
  const said = messagesIn(read).filter(({ role }) => role !== "system");
  if (said.length > 0)
    return said
      .map(({ text }) => text)
      .filter((text) => text !== "")
      .join("\n");
  if (isFields(read) && Array.isArray(read["content"])) return contentText(read["content"]);
  // A text that is JSON stays as it was written.
  return typeof output === "string" ? output : jsonText(output);
}
