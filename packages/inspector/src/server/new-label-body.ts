import { z } from "zod";

import type { NewLabel } from "../shared/labels/label.ts";

const id = z.string().max(1000);
const step = z.int().min(0);

const verdict = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("decisive"), step }),
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("not-this"), step }),
  z.strictObject({ kind: z.literal("unsure") }),
]);

/** What the page sends of a new label; who says so and by which convention is for the server to know. */
export const newLabelBody: z.ZodType<Omit<NewLabel, "convention" | "labeller">> = z
  .strictObject({
    thread: id,
    run: id,
    attempt: z.int().min(1),
    steps: z.int().min(1),
    verdict,
    reason: z.string().max(10_000).exactOptional(),
  })
  .refine((label) => !("step" in label.verdict) || label.verdict.step < label.steps, {
    error: "the verdict's step has to be one of the attempt's",
  });
