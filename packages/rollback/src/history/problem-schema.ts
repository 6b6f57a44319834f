import { z } from "zod";

import type { RollbackProblem } from "./attempt-record.ts";

/** @internal Of {@link RollbackProblem}. */
export const problemSchema: z.ZodType<RollbackProblem> = z.object({
  code: z.string(),
  name: z.string(),
  message: z.string(),
});
