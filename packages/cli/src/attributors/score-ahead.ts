import type { StepScorer } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

/** How to go through the trajectories. */
export interface ScoreAheadOptions {
  /** Trajectories at once. */
  readonly concurrency: number;
  readonly advance: () => void;
}

/**
 * Scores trajectories ahead of time with a scorer that asks a model: several at once, before the scores are needed one by one.
 *
 * @returns the same scorer; it remembers the scores of these trajectory objects and asks no model about them again
 * @throws what the scorer throws; no further trajectory is begun then
 */
export async function scoreAhead(
  scorer: StepScorer,
  trajectories: readonly Trajectory[],
  { advance, concurrency }: ScoreAheadOptions,
): Promise<StepScorer> {
  const scores = new Map<Trajectory, readonly number[]>();
  const stop = new AbortController();
  const left = [...trajectories];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      scores.set(next, await scorer.score(next, stop.signal));
      advance();
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } catch (error) {
    stop.abort();
    throw error;
  }
  return {
    ...scorer,
    score: async (trajectory, signal) => scores.get(trajectory) ?? scorer.score(trajectory, signal),
  };
}
