import { checkTrajectory } from "./check-trajectory.ts";
import { TRAJECTORY_FORMAT, TRAJECTORY_VERSION } from "./trajectory-format.ts";
import type { Trajectory } from "./trajectory.ts";

/** Line breaks of Unicode that JSON leaves as they are and that some readers of lines split on. */
const UNICODE_BREAKS = /[\u0085\u2028\u2029]/g;

/**
 * One trajectory as one line of a JSON Lines file, without the newline. Keys come in a fixed order, so equal
 * trajectories give equal lines.
 *
 * Arguments of tool calls are written as `JSON.stringify` sees them.
 *
 * @throws {TrajectoryFormatError} if the line could not be read back
 */
export function stringifyTrajectory(trajectory: Trajectory): string {
  const line = JSON.stringify({
    format: TRAJECTORY_FORMAT,
    version: TRAJECTORY_VERSION,
    ...checkTrajectory(trajectory),
  });
  return line.replace(
    UNICODE_BREAKS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
