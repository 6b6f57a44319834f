import { type Aggregation, CONFORMAL_METHODS } from "@langgraph-rollback/conformal";
import { z } from "zod";

import { scorerModelSchema } from "../scorers/scorer-model.ts";
import type { Calibration } from "./calibration.ts";

/** Requires a schema for every key of `T`, so that the schema and the type cannot drift apart. */
type Shape<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> };

const lengthPenalty = z.exactOptional(z.number());

const aggregation: z.ZodType<Aggregation> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sum"), lengthPenalty }),
  z.object({ kind: z.literal("max"), lengthPenalty }),
  z.object({ kind: z.literal("log-sum-exp"), beta: z.number(), lengthPenalty }),
]);

/** Shape of a {@link Calibration}; unknown keys are dropped, and the order of keys in the output is fixed. */
export const calibrationSchema: z.ZodType<Calibration> = z.object({
  format: z.literal("langgraph-rollback/calibration"),
  version: z.literal([1, 2]),
  guarantee: z.exactOptional(z.literal("approximate")),
  method: z.enum(CONFORMAL_METHODS),
  aggregation: z.exactOptional(aggregation),
  alpha: z.number().gte(0).lt(1),
  n: z.int().positive(),
  scorerFingerprint: z.string().min(1),
  nonconformities: z.array(z.number()),
  scorerModel: z.exactOptional(scorerModelSchema),
} satisfies Shape<Calibration>);
