import { z } from "zod";

import type { StepAddress } from "../shared/view/step-detail.ts";

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Which thread, as the query of an address says it. */
export const threadQuery: z.ZodType<{ readonly id: string }> = z.object({ id: z.string().max(1000) });

/** Which step, as the query of an address says it. */
export const stepQuery: z.ZodType<StepAddress> = z.object({
  thread: z.string().max(1000),
  run: z.string().max(1000),
  attempt: wholeNumber,
  step: wholeNumber,
});
