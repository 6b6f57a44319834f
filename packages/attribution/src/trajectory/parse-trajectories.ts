import { parseTrajectory } from "./parse-trajectory.ts";
import type { Trajectory } from "./trajectory.ts";

/**
 * Reads a whole JSON Lines file of trajectories, in the order of its lines. Blank lines, a byte order mark and
 * Windows line ends are accepted.
 *
 * @throws {TrajectoryFormatError} on the first line that cannot be read; it names the line, from 1
 */
export function parseTrajectories(text: string): readonly Trajectory[] {
  return readLines(text, parseTrajectory);
}

/** Results of `read` for each line that is not blank; it also gets the line's number, from 1. */
export function readLines<Value>(
  text: string,
  read: (line: string, lineNumber: number) => Value,
): readonly Value[] {
  return text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [read(line, index + 1)]));
}
