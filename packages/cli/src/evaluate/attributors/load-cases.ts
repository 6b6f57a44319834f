import type { AskedCase, Case } from "@langgraph-rollback/lab/attributors";
import {
  isLabelled,
  parseLabelledTraces,
  type Trajectory,
  TrajectoryFormatError,
} from "@langgraph-rollback/attribution/trajectory";
import { groundTruthOf } from "../../formats/ground-truth.ts";
import { rolesOf } from "../../formats/roles.ts";
import { readData } from "../../data/read-data.ts";
import { EvaluationError } from "@langgraph-rollback/lab/errors";

/** Conditions for the trajectories to take of the files. */
export interface CaseFilter {
  /** Field to group by. */
  readonly group?: string | undefined;
  /** Only trajectories whose group has this value. */
  readonly only?: string | undefined;
  /** At most so many, from the beginning. */
  readonly limit?: number | undefined;
  /** Whether right trajectories are left out, too; default no. */
  readonly failuresOnly?: boolean | undefined;
}

/** Contents of the files. */
export interface LoadedCases {
  readonly cases: readonly Case[];
  /** Trajectories without a label that went right: methods are to find no fault in them. */
  readonly right: readonly AskedCase[];
  /** How many were left out because nobody has labelled them, and they did not go right. */
  readonly unlabelled: number;
}

/**
 * Reads JSON Lines of labelled failures as `loadTraces` does, and with each the field `groundTruth`, if it has one. The
 * truth stays apart from the trajectory: methods get it only in the setting with ground truth. Trajectories that went right are returned separately:
 * they have no decisive step.
 *
 * @throws {EvaluationError} on a file that cannot be read or parsed, and if nothing is left to judge
 */
export async function loadCases(files: readonly string[], filter: CaseFilter): Promise<LoadedCases> {
  const parts = await Promise.all(files.map((file) => loadFile(file, filter.group)));
  // Our own trajectories may name a group that was not requested.
  const all: readonly AskedCase[] = parts
    .flat()
    .map((each) => (filter.group === undefined ? { ...each, trajectory: apart(each.trajectory) } : each));
  const known = all.filter((one) => isCase(one) || (isRight(one) && filter.failuresOnly !== true));
  const taken = known
    .filter(({ trajectory }) => filter.only === undefined || trajectory.group === filter.only)
    .slice(0, filter.limit);
  const chosen = taken.filter(isCase);
  if (chosen.length === 0) {
    const which = filter.only === undefined ? "" : ` whose \`${filter.group}\` is "${filter.only}"`;
    throw new EvaluationError(`Expected labelled trajectories${which} in ${files.join(", ")}, got none.`);
  }
  return { cases: chosen, right: taken.filter((one) => !isCase(one)), unlabelled: all.length - known.length };
}

function apart(own: Trajectory): Trajectory {
  const { group: _, ...trajectory } = own;
  return trajectory;
}

async function loadFile(file: string, groupKey?: string) {
  const text = await readData(file);
  try {
    const trajectories = parseLabelledTraces(text, { groupKey });
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return trajectories.map((trajectory, index) => {
      const line = lines[index] ?? "{}";
      return { trajectory, ...groundTruthOf(line), ...rolesOf(line) };
    });
  } catch (error) {
    if (error instanceof TrajectoryFormatError)
      throw new EvaluationError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function isCase(one: AskedCase): one is Case {
  return isLabelled(one.trajectory);
}

function isRight({ trajectory }: AskedCase): boolean {
  return trajectory.outcome?.ok === true;
}
