import {
  isLabelled,
  type LabelledTrajectory,
  parseLabelledTraces,
} from "@langgraph-rollback/attribution/trajectory";
import { loadTrajectories } from "../data/load-trajectories.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Output } from "../terminal/output.ts";

/**
 * The labelled failures of JSON Lines files, with a group by the field of that key.
 *
 * @throws {CommandFailedError} if there is none
 */
export async function failuresFromData(
  files: readonly string[],
  groupKey: string | undefined,
  output: Output,
): Promise<readonly LabelledTrajectory[]> {
  const all = await loadTrajectories(files, "--data", (text) => parseLabelledTraces(text, { groupKey }));
  const labelled = all.filter(isLabelled);
  const unlabelled = all.length - labelled.length;
  if (unlabelled > 0) output.printError(`Left out ${unlabelled} trajectories without a label.`);
  const byReplay = labelled.filter(({ label }) => label.convention !== undefined).length;
  if (byReplay > 0)
    throw new CommandFailedError(
      `Expected labels of people in ${files.join(", ")}, got ${byReplay} by replay. Files leave out the failures that no replay recovers, which a calibration has to count: calibrate with \`--db\` and \`--labels\`.`,
    );
  if (labelled.length > 0) return labelled;
  throw new CommandFailedError(`Expected labelled trajectories in ${files.join(", ")}, got none.`);
}
