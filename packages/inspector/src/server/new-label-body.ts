import { z } from "zod";

import { fitsConvention, type GivenLabel, RIGHT_OR_WRONG } from "../shared/labels/label.ts";
import { verdictFault } from "../shared/labels/verdict-steps.ts";

const id = z.string().max(1000);
const step = z.int().min(0);
const further = z.array(step).max(1000).exactOptional();

const verdict = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("decisive"), step, further }),
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("not-this"), step }),
  z.strictObject({ kind: z.literal("unsure") }),
  z.strictObject({ kind: z.literal("right") }),
  z.strictObject({ kind: z.literal("wrong") }),
]);

const WRONG_KIND = `expected "right", "wrong" or "unsure" of a run, and another verdict of steps`;

/** Checks what the page sends: who says so, and by which convention steps are decisive, is for the server to know. */
export const newLabelBody: z.ZodType<GivenLabel> = z
  .strictObject({
    thread: id,
    run: id,
    attempt: z.int().min(1),
    steps: z.int().min(1),
    verdict,
    convention: z.literal(RIGHT_OR_WRONG).exactOptional(),
    reason: z.string().max(10_000).exactOptional(),
    scoresInView: z.boolean().exactOptional(),
  })
  .superRefine(({ convention, steps, verdict: given }, context) => {
    if (!fitsConvention(given, convention))
      context.addIssue({ code: "custom", message: WRONG_KIND, path: ["verdict", "kind"] });
    const fault = verdictFault(given, steps);
    if (fault === undefined) return;
    context.addIssue({ code: "custom", message: fault.message, path: ["verdict", fault.field] });
  });
