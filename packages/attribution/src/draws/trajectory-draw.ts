import type { Trajectory } from "@langgraph-rollback/trajectory";

/**
 * The number that seeds what is random in a trajectory's sets: the draw of `crsvp`, and what breaks ties. A whole number in
 * [0, 2^32). It depends on the trajectory's id alone, so that results can be repeated and labels cannot leak into it.
 */
export function trajectoryDraw({ id }: Pick<Trajectory, "id">): number {
  // FNV-1a over UTF-16 code units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
