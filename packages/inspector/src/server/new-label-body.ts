import { z } from "zod";

import type { NewLabel } from "../shared/labels/label.ts";
import { verdictFault } from "../shared/labels/verdict-steps.ts";

const id = z.string().max(1000);
const step = z.int().min(0);
const further = z.array(step).max(1000).exactOptional();

const verdict = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("decisive"), step, further }),
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
  .superRefine(({ steps, verdict: given }, context) => {
    const fault = verdictFault(given, steps);
    if (fault === undefined) return;
    context.addIssue({ code: "custom", message: fault.message, path: ["verdict", fault.field] });
  });
