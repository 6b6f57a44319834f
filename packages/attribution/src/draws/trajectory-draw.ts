import { seededRandom } from "@langgraph-rollback/conformal";
import type { Trajectory } from "@langgraph-rollback/trajectory";

/**
 * Seeds what is random about a trajectory, its sets for one: a whole number in [0, 2^32). It depends on the trajectory's id alone: results can be
 * repeated, and labels cannot leak into it.
 */
export function trajectorySeed({ id }: Pick<Trajectory, "id">): number {
  // FNV-1a over UTF-16 code units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** A random number of the trajectory's own, in [0, 1). */
export function trajectoryDraw(trajectory: Pick<Trajectory, "id">): number {
  return seededRandom(trajectorySeed(trajectory))();
}
