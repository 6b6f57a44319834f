import {
  isLabelled,
  type LabelledTrajectory,
  parseLabelledTraces,
  TrajectoryFormatError,
} from "@langgraph-rollback/trajectory";
import { readData } from "../data/read-data.ts";
import { EvaluationError } from "../errors/evaluation-error.ts";

/** A labelled failure, and the right answer to its task where the file has it. */
export interface Case {
  readonly trajectory: LabelledTrajectory;
  readonly groundTruth?: string;
}

/** What to take of the files. */
export interface CaseFilter {
  /** Field to group by. */
  readonly group?: string | undefined;
  /** Only trajectories whose group has this value. */
  readonly only?: string | undefined;
  /** At most so many, from the beginning. */
  readonly limit?: number | undefined;
}

/** What the files hold. */
export interface LoadedCases {
  readonly cases: readonly Case[];
  /** How many were left out because nobody has labelled them. */
  readonly unlabelled: number;
}

/**
 * Reads JSON Lines of labelled failures as `loadTraces` does, and with each the field `groundTruth`, if it has one. The
 * truth stays apart from the trajectory: methods get it only in the setting with ground truth.
 *
 * @throws {EvaluationError} on a file that cannot be read or parsed, and if nothing is left to judge
 */
export async function loadCases(files: readonly string[], filter: CaseFilter): Promise<LoadedCases> {
  const parts = await Promise.all(files.map((file) => loadFile(file, filter.group)));
  const all = parts.flat();
  const labelled = all.flatMap(({ trajectory, ...rest }) =>
    isLabelled(trajectory) ? [{ trajectory, ...rest }] : [],
  );
  const chosen = labelled
    // Our own trajectories may name a group that nobody has asked for.
    .map((each) => (filter.group === undefined ? { ...each, trajectory: apart(each.trajectory) } : each))
    .filter(({ trajectory }) => filter.only === undefined || trajectory.group === filter.only)
    .slice(0, filter.limit);
  if (chosen.length === 0) {
    const which = filter.only === undefined ? "" : ` whose \`${filter.group}\` is "${filter.only}"`;
    throw new EvaluationError(`Expected labelled trajectories${which} in ${files.join(", ")}, got none.`);
  }
  return { cases: chosen, unlabelled: all.length - labelled.length };
}

function apart(own: LabelledTrajectory): LabelledTrajectory {
  const { group: _, ...trajectory } = own;
  return trajectory;
}

async function loadFile(file: string, groupKey?: string) {
  const text = await readData(file);
  try {
    const trajectories = parseLabelledTraces(text, { groupKey });
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return trajectories.map((trajectory, index) => ({ trajectory, ...truthOf(lines[index] ?? "{}") }));
  } catch (error) {
    if (error instanceof TrajectoryFormatError)
      throw new EvaluationError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function truthOf(line: string): { readonly groundTruth?: string } {
  const value: unknown = JSON.parse(line);
  if (typeof value !== "object" || value === null || !("groundTruth" in value)) return {};
  const { groundTruth } = value;
  return typeof groundTruth === "string" && groundTruth !== "" ? { groundTruth } : {};
}
