import { z } from "zod";

import type { ModelTokens } from "../steps/token-count.ts";

/** @internal Of a list of {@link ModelTokens}. */
export const tokensSchema: z.ZodType<ModelTokens[]> = z.array(
  z.object({
    model: z.string().exactOptional(),
    input: z.number(),
    output: z.number(),
    cacheRead: z.number().exactOptional(),
    cacheWrite: z.number().exactOptional(),
  }),
);
