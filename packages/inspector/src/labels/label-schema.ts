import { z } from "zod";

import {
  fitsConvention,
  type Label,
  LAST_RECOVERING_START,
  type LabelVerdict,
  REPLAY,
} from "../shared/labels/label.ts";
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
  z.object({ kind: z.literal("between"), first: step, last: step }),
  z.object({ kind: z.literal("unrecovered") }),
  z.object({ kind: z.literal("inconclusive") }),
]);

/** Shape of a {@link Label}; a verdict names steps that the attempt has, in order, and is one of its convention; labels by replay have no person for a labeller. Unknown keys are dropped. */
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
  .superRefine(({ convention, labeller, steps, verdict }, context) => {
    if (convention === LAST_RECOVERING_START && labeller !== REPLAY)
      context.addIssue({
        code: "custom",
        message: `expected "${REPLAY}" for labels of the convention "${LAST_RECOVERING_START}"`,
        path: ["labeller"],
      });
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
