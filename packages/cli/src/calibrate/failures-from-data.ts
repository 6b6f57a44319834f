import { isLabelled, type LabelledTrajectory } from "@langgraph-rollback/trajectory";
import { loadTrajectories } from "../data/load-trajectories.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Output } from "../terminal/output.ts";

/**
 * The labelled failures of JSON Lines files.
 *
 * @throws {CommandFailedError} if there is none
 */
export async function failuresFromData(
  files: readonly string[],
  output: Output,
): Promise<readonly LabelledTrajectory[]> {
  const all = await loadTrajectories(files, "--data");
  const labelled = all.filter(isLabelled);
  const unlabelled = all.length - labelled.length;
  if (unlabelled > 0) output.printError(`Left out ${unlabelled} trajectories without a label.`);
  if (labelled.length > 0) return labelled;
  throw new CommandFailedError(`Expected labelled trajectories in ${files.join(", ")}, got none.`);
}
