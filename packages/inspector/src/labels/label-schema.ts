import { z } from "zod";

import { fitsConvention, type Label, type LabelVerdict } from "../shared/labels/label.ts";
import { verdictFault } from "../shared/labels/verdict-steps.ts";

/** Requires a schema for every key of `T`, so that the schema and the type cannot drift apart. */
type Shape<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

const step = z.int().nonnegative();
const name = z.string().min(1);

const labelVerdictSchema: z.ZodType<LabelVerdict> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("decisive"), step, further: z.exactOptional(z.array(step)) }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("not-this"), step }),
  z.object({ kind: z.literal("unsure") }),
  z.object({ kind: z.literal("right") }),
  z.object({ kind: z.literal("wrong") }),
]);

/** Shape of a {@link Label}; a verdict names steps that the attempt has, in order, and is one of its convention. Unknown keys are dropped. */
export const labelSchema: z.ZodType<Label> = z
  .object({
    id: name,
    thread: name,
    run: z.string(),
    attempt: z.int().positive(),
    steps: z.int().positive(),
    verdict: labelVerdictSchema,
    labeller: name,
    at: z.iso.datetime(),
    convention: name,
    reason: z.exactOptional(z.string()),
    scoresInView: z.exactOptional(z.boolean()),
  } satisfies Shape<Label>)
  .superRefine(({ convention, steps, verdict }, context) => {
    if (!fitsConvention(verdict, convention))
      context.addIssue({
        code: "custom",
        message: "expected a verdict of the label's convention",
        path: ["verdict", "kind"],
      });
    const fault = verdictFault(verdict, steps);
    if (fault === undefined) return;
    context.addIssue({ code: "custom", message: fault.message, path: ["verdict", fault.field] });
  });
