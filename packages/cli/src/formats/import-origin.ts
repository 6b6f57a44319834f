import { z } from "zod";
import type { ImportOrigin } from "./imported.ts";

const fields = z.record(z.string(), z.unknown());

const origin: z.ZodType<ImportOrigin> = z.object({
  format: z.string(),
  run: z.string(),
  attempt: z.exactOptional(z.int().positive()),
  fields: z.exactOptional(fields),
  steps: z.exactOptional(z.array(fields)),
});

/**
 * The origin that stands beside a trajectory, in the field `origin` of its line.
 *
 * @param line one JSON object, which was read before
 * @returns nothing where the field is absent or of another shape
 */
export function originOf(line: string): { readonly origin?: ImportOrigin } {
  const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ""));
  const read = z.object({ origin }).safeParse(value);
  return read.success ? { origin: read.data.origin } : {};
}
