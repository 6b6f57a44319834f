import { checkTrajectory } from "./check-trajectory.ts";
import { TrajectoryFormatError } from "./trajectory-format-error.ts";
import { TRAJECTORY_FORMAT, TRAJECTORY_VERSION } from "./trajectory-format.ts";
import type { Trajectory } from "./trajectory.ts";

/**
 * Reads one line that {@link stringifyTrajectory} wrote. Keys that this version does not know are ignored.
 *
 * @param lineNumber line of the file, from 1, for messages
 * @throws {TrajectoryFormatError} if the line is no JSON object of this format, was written by a newer version, or breaks
 *   an invariant of `Trajectory`
 */
export function parseTrajectory(line: string, lineNumber: number = 1): Trajectory {
  const value = parseJson(line, lineNumber);
  checkHeader(value, lineNumber);
  return checkTrajectory(value, lineNumber);
}

/**
 * The JSON of one line.
 *
 * @throws {TrajectoryFormatError} if it is none
 */
export function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TrajectoryFormatError({
      line,
      field: "",
      expected: "one JSON object",
      actual: text,
      remedy: "Keep each trajectory on one line; the file may be cut short.",
      cause,
    });
  }
}

function checkHeader(value: unknown, line: number): void {
  const format = field(value, "format");
  if (format !== TRAJECTORY_FORMAT) {
    throw new TrajectoryFormatError({
      line,
      field: "format",
      expected: `"${TRAJECTORY_FORMAT}"`,
      actual: format,
      remedy: "Traces of other systems have to be imported first.",
    });
  }
  const version = field(value, "version");
  if (version !== TRAJECTORY_VERSION) {
    const newer = typeof version === "number" && version > TRAJECTORY_VERSION;
    throw new TrajectoryFormatError({
      line,
      field: "version",
      expected: `${TRAJECTORY_VERSION}`,
      actual: version,
      remedy: newer
        ? "The file is newer than this package: upgrade @langgraph-rollback/attribution."
        : "Write the file again.",
    });
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
