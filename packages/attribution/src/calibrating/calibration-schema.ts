import { type Aggregation, CONFORMAL_METHODS, type LabelledRun, type SetMethod } from "../conformal/index.ts";
import { z } from "zod";

import { firstAttemptsSchema } from "../beliefs/agent-history.ts";
import type { Shape } from "../files/check-shape.ts";
import { scorerModelSchema } from "../scorers/scorer-model.ts";
import type { Calibration, CalibrationPromise, MissedRun } from "./calibration.ts";
import { rollbackForecastSchema } from "./rollback-forecast.ts";

const lengthPenalty = z.exactOptional(z.number());

const aggregation: z.ZodType<Aggregation> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sum"), lengthPenalty }),
  z.object({ kind: z.literal("max"), lengthPenalty }),
  z.object({ kind: z.literal("log-sum-exp"), beta: z.number(), lengthPenalty }),
]);

const METHODS: readonly SetMethod[] = [...CONFORMAL_METHODS, "selected"];

const failure: z.ZodType<LabelledRun> = z
  .object({
    stepScores: z.array(z.number().nonnegative()).min(1),
    decisiveSteps: z.array(z.int().nonnegative()).min(1),
    draw: z.int(),
    group: z.exactOptional(z.string()),
    planted: z.exactOptional(z.boolean()),
    lastPossible: z.exactOptional(z.int().nonnegative()),
  } satisfies Shape<LabelledRun>)
  .refine(({ decisiveSteps, stepScores }) => decisiveSteps.every((step) => step < stepScores.length), {
    error: "Expected decisive steps that have a score",
    path: ["decisiveSteps"],
  })
  .refine(
    ({ decisiveSteps: [first = 0], lastPossible: last, stepScores }) =>
      last === undefined || (last > first && last < stepScores.length),
    {
      error: "Expected a step that has a score, after the decisive one",
      path: ["lastPossible"],
    },
  );

const miss: z.ZodType<MissedRun> = z.object({
  stepScores: z.array(z.number().nonnegative()).min(1),
  draw: z.int(),
  group: z.exactOptional(z.string()),
  missed: z.enum(["unrecovered", "inconclusive"]),
} satisfies Shape<MissedRun>);

const promise: z.ZodType<CalibrationPromise> = z.object({
  group: z.exactOptional(z.string()),
  n: z.int().nonnegative(),
  level: z.number().gte(0).lte(1),
  drawn: z.exactOptional(z.object({ u: z.number().gte(0).lt(1), average: z.number().gt(0).lt(1) })),
} satisfies Shape<CalibrationPromise>);

/** Shape of a {@link Calibration}; unknown keys are dropped, and the order of keys in the output is fixed. */
export const calibrationSchema: z.ZodType<Calibration> = z.object({
  format: z.literal("langgraph-rollback/calibration"),
  version: z.literal([3, 4]),
  guarantee: z.exactOptional(z.literal("approximate")),
  method: z.enum(METHODS),
  aggregation: z.exactOptional(aggregation),
  shares: z.exactOptional(z.literal(true)),
  delta: z.exactOptional(z.number().gt(0).lt(1)),
  smallSample: z.exactOptional(z.enum(["full", "max", "throw"])),
  smallGroups: z.exactOptional(z.enum(["full", "pooled"])),
  trim: z.exactOptional(z.literal(true)),
  goal: z.exactOptional(z.union([z.literal("first"), z.literal("mean"), z.number().gt(0).lte(1)])),
  cost: z.exactOptional(z.enum(["size", "start"])),
  convention: z.exactOptional(z.literal("last-recovering-start")),
  alpha: z.number().gte(0).lt(1),
  n: z.int().positive(),
  scorerFingerprint: z.string().min(1),
  verifierFingerprint: z.exactOptional(z.string().min(1)),
  firstAttempts: z.exactOptional(z.array(firstAttemptsSchema)),
  failures: z.array(failure),
  misses: z.exactOptional(z.array(miss).min(1)),
  promises: z.exactOptional(z.array(promise)),
  forecast: z.exactOptional(rollbackForecastSchema),
  scorerModel: z.exactOptional(scorerModelSchema),
} satisfies Shape<Calibration>);
