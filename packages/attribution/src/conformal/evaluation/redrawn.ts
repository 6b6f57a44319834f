import { seededRandom } from "../seeded-random.ts";
import type { LabelledRun } from "../sets/scored-run.ts";

/** Odd, and about 2^32 over the golden ratio: spreads neighbouring turns over the seeds. */
const SPREAD = 0x9e3779b1;

/**
 * Runs with new random numbers of their own: no figure depends on one draw of `crsvp`, or of ranks.
 *
 * @param turn a whole number; 0 leaves the runs their own draws, as a product uses them
 */
export function redrawn(runs: readonly LabelledRun[], turn: number): readonly LabelledRun[] {
  if (turn === 0) return runs;
  return runs.map((run) => ({
    ...run,
    draw: Math.floor(2 ** 32 * seededRandom(run.draw ^ Math.imul(turn, SPREAD))()),
  }));
}
