import { z } from "zod";

import type { Shape } from "../files/check-shape.ts";

/** First rollbacks to be expected of failures like those labelled. */
export interface RollbackForecast {
  /** Labelled failures that it was made from. */
  readonly failures: number;
  /** In how many of them the first rollback keeps at least one step. */
  readonly kept: number;
  /** Mean share of a run's steps that the first rollback executes again: 1 is a restart. In [0, 1]. */
  readonly redone: number;
  /** Standard error of `redone` over failures; 0 of one. */
  readonly standardError: number;
}

/** Shape of a {@link RollbackForecast}. */
export const rollbackForecastSchema: z.ZodType<RollbackForecast> = z
  .object({
    failures: z.int().positive(),
    kept: z.int().nonnegative(),
    redone: z.number().gte(0).lte(1),
    standardError: z.number().nonnegative(),
  } satisfies Shape<RollbackForecast>)
  .refine(({ failures, kept }) => kept <= failures, {
    error: "Expected no more failures that keep a step than failures",
    path: ["kept"],
  });
