import { z } from "zod";

import type { AttemptFiles } from "./attempt-record.ts";
import { problemSchema } from "./problem-schema.ts";
import { whole } from "./whole.ts";

/** @internal Of {@link AttemptFiles}. */
export const filesSchema: z.ZodType<AttemptFiles> = z.object({
  place: z.object({ folder: z.string(), store: z.string() }).exactOptional(),
  start: z.string().exactOptional(),
  end: z.string().exactOptional(),
  changedByOthers: z.object({ paths: z.array(z.string()), more: whole.exactOptional() }).exactOptional(),
  restored: z
    .object({
      snapshot: z.string(),
      replaced: z.string().exactOptional(),
      written: whole,
      removed: whole,
      conflicts: z.array(z.string()).exactOptional(),
      problems: z.array(z.object({ path: z.string(), reason: z.string() })).exactOptional(),
    })
    .exactOptional(),
  problem: problemSchema.exactOptional(),
});
