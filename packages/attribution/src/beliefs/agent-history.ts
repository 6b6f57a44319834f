import { z } from "zod";

/** First attempts of one length. A first attempt executes every step itself. */
export interface FirstAttempts {
  /** Number of steps, at least 1. */
  readonly length: number;
  /** How many of these attempts succeeded. */
  readonly succeeded: number;
  /** How many of these attempts failed. */
  readonly failed: number;
}

/** One attempt that followed a rollback. */
export interface Redo {
  /** Number of steps that it executed again, at least 1. */
  readonly redone: number;
  /** Probability, believed before the attempt, that the first of these steps lies at or before the mistake. In [0, 1]. */
  readonly reach: number;
  readonly succeeded: boolean;
}

/** Known facts about the earlier runs of one agent. Plain JSON, without text of any run. */
export interface AgentHistory {
  /** In any order. Entries of the same length are added up. */
  readonly firstAttempts: readonly FirstAttempts[];
  /** In any order. */
  readonly redos: readonly Redo[];
}

/** Shape of {@link FirstAttempts}; unknown keys are dropped. */
export const firstAttemptsSchema: z.ZodType<FirstAttempts> = z.object({
  length: z.int().positive(),
  succeeded: z.int().nonnegative(),
  failed: z.int().nonnegative(),
});

/** Shape of an {@link AgentHistory}; unknown keys are dropped. */
export const agentHistorySchema: z.ZodType<AgentHistory> = z.object({
  firstAttempts: z.array(firstAttemptsSchema),
  redos: z.array(
    z.object({ redone: z.int().positive(), reach: z.number().min(0).max(1), succeeded: z.boolean() }),
  ),
});
