import { z } from "zod";

import type { AttemptId } from "../shared/labels/attempt-key.ts";
import type { ReplayStepAddress } from "../shared/view/replay-view.ts";
import type { StepAddress } from "../shared/view/step-detail.ts";

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Which thread, as the query of an address says it. */
export const threadQuery: z.ZodType<{ readonly id: string }> = z.object({ id: z.string().max(1000) });

const attempt = { thread: z.string().max(1000), run: z.string().max(1000), attempt: wholeNumber };

/** Which attempt, as the query of an address says it. */
export const attemptQuery: z.ZodType<AttemptId> = z.object(attempt);

/** Which step, as the query of an address says it. */
export const stepQuery: z.ZodType<StepAddress> = z.object({ ...attempt, step: wholeNumber });

/** A text and its attempt, as the query of an address names them. */
export const textQuery: z.ZodType<AttemptId & { readonly text: string }> = z.object({
  ...attempt,
  text: z.string().max(1000),
});

/** Which replay of a thread, as the query of an address says it. */
export const replayQuery: z.ZodType<Omit<ReplayStepAddress, "step">> = z.object({
  thread: z.string().max(1000),
  replay: wholeNumber,
});

/** Which step of a replay. */
export const replayStepQuery: z.ZodType<ReplayStepAddress> = z.object({
  thread: z.string().max(1000),
  replay: wholeNumber,
  step: wholeNumber,
});

/** Which attempt to label, and whether it is to be judged right or wrong. */
export const toLabelQuery: z.ZodType<AttemptId & { readonly ask?: "runs" | undefined }> = z.object({
  ...attempt,
  ask: z.literal("runs").optional(),
});

/** Thread to act on, and the step to preview a retry from. */
export const actQuery: z.ZodType<{ readonly thread: string; readonly step?: number | undefined }> = z.object({
  thread: z.string().max(1000),
  step: wholeNumber.optional(),
});
