import { z } from "zod";

import { largest } from "../trajectory/index.ts";

/** A verifier's score of one retry, and whether the retry's result is right. */
export interface RetryVerdict {
  /** Higher for better runs. Absent where the verifier gave no verdict, as on a retry that threw: such a retry is never accepted. */
  readonly score?: number;
  readonly right: boolean;
}

/**
 * Retries of tasks whose truth is known, made as if the verifier rejected every one. Plain JSON; holds no text of any run.
 *
 * Each task began with a wrong attempt that epsilon's threshold rejected, or that threw. A task whose first attempt was right or accepted is no part.
 */
export interface RetriedTasks {
  /** Threshold that the first attempts were held to: lower scores were rejected. It is frozen before the retries are made. */
  readonly below: number;
  /** Retries of a task, at the most, at least 1. */
  readonly maxRetries: number;
  /** Of each task the retries in order, shape [n][<= maxRetries]: fewer, or none, where the run was given up. */
  readonly tasks: readonly (readonly RetryVerdict[])[];
}

/** The retries by which a verifier's acceptance after a failure is calibrated. */
export interface RetryCalibration extends RetriedTasks {
  /** Tolerated share, in [0, 1), of wrong and rejected first attempts that end with a wrong result accepted. Absent until it is chosen. */
  readonly gamma?: number;
}

export const retryCalibrationSchema: z.ZodType<RetryCalibration> = z
  .object({
    below: z.number(),
    maxRetries: z.int().positive(),
    tasks: z.array(z.array(z.object({ score: z.exactOptional(z.number()), right: z.boolean() }))),
    gamma: z.exactOptional(z.number().gte(0).lt(1)),
  })
  .refine(({ maxRetries, tasks }) => tasks.every(({ length }) => length <= maxRetries), {
    error: "Expected at most `maxRetries` retries of each task",
    path: ["tasks"],
  });

/** @internal The best score among a task's first wrong retries; -Infinity where no wrong one has a score. */
export const bestWrong = (task: readonly RetryVerdict[], retries: number): number =>
  largest(task.slice(0, retries).flatMap(({ right, score }) => (right ? [] : (score ?? []))));
