import { seededRandom, textSeed } from "@langgraph-rollback/conformal";
import type { Trajectory } from "@langgraph-rollback/trajectory";

/**
 * Seeds what is random about a trajectory: a whole number in [0, 2^32). It depends on the trajectory's id alone: results can be
 * repeated, and labels cannot leak into it.
 */
export const trajectorySeed = ({ id }: Pick<Trajectory, "id">): number => textSeed(id);

/** A random number of the trajectory's own, in [0, 1). */
export function trajectoryDraw(trajectory: Pick<Trajectory, "id">): number {
  return seededRandom(trajectorySeed(trajectory))();
}
