import type { StepScorer } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/trajectory";

/** How to go through the trajectories. */
export interface ScoreAheadOptions {
  /** Trajectories at once. */
  readonly concurrency: number;
  readonly advance: () => void;
}

/**
 * Has a scorer that asks a model score trajectories, some at once, before somebody needs the scores one after the other.
 *
 * @returns the same scorer, which asks nobody about these trajectory objects again
 * @throws what the scorer throws; trajectories that are not begun are not asked about then
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
