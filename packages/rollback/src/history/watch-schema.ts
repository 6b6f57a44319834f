import { z } from "zod";

import type { WatchRecord } from "./watch-record.ts";
import { tokensSchema } from "./tokens-schema.ts";
import { whole } from "./whole.ts";

/** @internal Of {@link WatchRecord}. */
export const watchSchema: z.ZodType<WatchRecord> = z.object({
  alarm: z
    .object({
      stops: z.boolean(),
      whyNot: z.enum(["observed", "audited", "no-rollback", "refused"]).exactOptional(),
      scorer: z.string(),
      scores: z.array(z.number()),
      alarms: z.array(z.number()).exactOptional(),
      above: z.number().exactOptional(),
      reason: z.string().exactOptional(),
      raised: whole.exactOptional(),
    })
    .exactOptional(),
  checks: z
    .array(
      z.object({
        node: z.string(),
        step: whole,
        ok: z.boolean(),
        reason: z.string().exactOptional(),
        score: z.number().exactOptional(),
      }),
    )
    .exactOptional(),
  checksStop: z.boolean().exactOptional(),
  cost: z.object({ tokens: tokensSchema }).exactOptional(),
});
