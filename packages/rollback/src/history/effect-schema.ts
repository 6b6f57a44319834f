import { z } from "zod";

import type { EffectRecord } from "../effects/effect-record.ts";
import { problemSchema } from "./problem-schema.ts";
import { whole } from "./whole.ts";

/** @internal Of {@link EffectRecord}: fields that it does not name are dropped. */
export const effectSchema: z.ZodType<EffectRecord> = z.object({
  id: z.string(),
  kind: z.enum(["tool", "node", "act"]),
  name: z.string(),
  args: z.string(),
  key: z.string(),
  attempt: z.number().int().positive(),
  step: whole.exactOptional(),
  class: z.enum(["undoable", "irreversible", "held", "unknown"]),
  outcome: z.enum(["done", "failed", "unknown"]),
  standing: z.enum([
    "to-undo",
    "undone",
    "not-undone",
    "stands",
    "left-for-reuse",
    "held",
    "discarded",
    "released",
    "not-released",
    "passed-on",
  ]),
  sharedWith: z.string().exactOptional(),
  mayStillLand: z.literal(true).exactOptional(),
  repeated: z.literal(true).exactOptional(),
  problem: problemSchema.exactOptional(),
});
