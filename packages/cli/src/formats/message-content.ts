import { z } from "zod";
import { textOf } from "./messages/text-of.ts";

/** Content of a message as chat models write it: a text, a list of parts with texts among them, or nothing. */
export const messageContent: z.ZodType<string> = z
  .union([z.string(), z.null(), z.array(z.looseObject({ type: z.string() }))], {
    error: "Invalid input: expected a text or a list of parts",
  })
  .optional()
  .transform(textOf);
