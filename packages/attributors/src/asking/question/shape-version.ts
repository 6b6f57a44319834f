import { z } from "zod";

/** @internal The shape of an answer in a method's version: it changes with fields and their descriptions. */
export function shapeVersion(shape: z.ZodType): string {
  return JSON.stringify(z.toJSONSchema(shape));
}
