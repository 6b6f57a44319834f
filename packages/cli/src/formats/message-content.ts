import { z } from "zod";

/** Content of a message as chat models write it: a text, a list of parts with texts among them, or nothing. */
export const messageContent: z.ZodType<string> = z
  .union([z.string(), z.null(), z.array(z.looseObject({ type: z.string() }))], {
    error: "Invalid input: expected a text or a list of parts",
  })
  .optional()
  .transform((content) => (Array.isArray(content) ? content.map(textOf).join("\n") : (content ?? "")));

/** A part that is no text, such as a picture, is shown by its type. */
function textOf(part: { readonly type: string; readonly [key: string]: unknown }): string {
  return typeof part["text"] === "string" ? part["text"] : `[${part.type}]`;
}
