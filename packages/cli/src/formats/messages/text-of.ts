import { isFields } from "../fields.ts";
import { jsonText } from "../bounded-value.ts";

/** Names of the field in which a part of a message may have its text. */
const TEXTS = ["text", "refusal", "thinking", "content"] as const;

/**
 * Content of a message as text: a text, the texts of a list of parts (one that is no text is shown by its type), nothing, or the
 * JSON of whatever else stands there.
 */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (Array.isArray(content)) return content.map(partText).join("\n");
  return jsonText(content);
}

function partText(part: unknown): string {
  if (!isFields(part)) return typeof part === "string" ? part : jsonText(part);
  for (const name of TEXTS) if (typeof part[name] === "string") return part[name];
  if (typeof part["type"] === "string") return `[${part["type"]}]`;
  // A picture without a type has its bytes here.
  return typeof part["data"] === "string" ? "[data]" : jsonText(part);
}
