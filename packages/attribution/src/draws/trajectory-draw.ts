import { seededRandom } from "../conformal/index.ts";
import { textSeed } from "../conformal/text-seed.ts";
import type { Trajectory } from "../trajectory/index.ts";

/**
 * Seeds what is random about a trajectory: a whole number in [0, 2^32). It depends on the trajectory's id alone: results can be
 * repeated, and labels cannot leak into it.
 */
export const trajectorySeed = ({ id }: Pick<Trajectory, "id">): number => textSeed(id);

/** A random number of the trajectory's own, in [0, 1). */
export function trajectoryDraw(trajectory: Pick<Trajectory, "id">): number {
  return seededRandom(trajectorySeed(trajectory))();
}
