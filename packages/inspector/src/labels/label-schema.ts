import { z } from "zod";

import type { Label, LabelVerdict } from "../shared/labels/label.ts";

/** Requires a schema for every key of `T`, so that the schema and the type cannot drift apart. */
type Shape<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

const step = z.int().nonnegative();
const name = z.string().min(1);

const labelVerdictSchema: z.ZodType<LabelVerdict> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("decisive"), step }),
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("not-this"), step }),
  z.object({ kind: z.literal("unsure") }),
]);

/** Shape of a {@link Label}; a verdict names a step that the attempt has. Unknown keys are dropped. */
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
  } satisfies Shape<Label>)
  .refine(({ steps, verdict }) => !("step" in verdict) || verdict.step < steps, {
    error: "expected a step that the attempt has",
    path: ["verdict", "step"],
  });
