import { parseLabelledTraces, type Trajectory, TrajectoryFormatError } from "@langgraph-rollback/attribution/trajectory";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { readData } from "./read-data.ts";

/** Reads the text of a file. */
export type ReadTrajectories = (text: string) => readonly Trajectory[];

/**
 * The trajectories of JSON Lines files, in order: our own, and labelled traces of other systems.
 *
 * @param option that names the files, for messages
 * @param read   what makes trajectories of a text
 * @throws {CommandFailedError} on a line that is none; it names file and line
 * @throws {EvaluationError} on a file that cannot be read
 */
export async function loadTrajectories(
  files: readonly string[],
  option: string,
  read: ReadTrajectories = parseLabelledTraces,
): Promise<readonly Trajectory[]> {
  const parts = await Promise.all(files.map(async (file) => parse(file, await readData(file, option), read)));
  return parts.flat();
}

function parse(file: string, text: string, read: ReadTrajectories): readonly Trajectory[] {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof TrajectoryFormatError)) throw error;
    throw new CommandFailedError(`${file}: ${error.message}`, { cause: error });
  }
}
