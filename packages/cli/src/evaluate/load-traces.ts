import {
  isLabelled,
  type LabelledTrajectory,
  parseLabelledTraces,
  type Trajectory,
  TrajectoryFormatError,
} from "@langgraph-rollback/trajectory";
import { readData } from "../data/read-data.ts";
import { EvaluationError } from "../errors/evaluation-error.ts";

/** What the files hold. */
export interface LoadedTraces {
  readonly labelled: readonly LabelledTrajectory[];
  /** Number of trajectories left out because nobody has labelled them. */
  readonly unlabelled: number;
}

/** Fewer leave no half to calibrate on. */
const FEWEST = 2;

/**
 * Reads JSON Lines files, of our own trajectories or of labelled traces of other systems.
 *
 * @param groupKey field to group by; without it trajectories have no group, whatever the files say
 * @throws {EvaluationError} on a file that cannot be read or parsed, and on fewer than two labelled trajectories
 */
export async function loadTraces(files: readonly string[], groupKey?: string): Promise<LoadedTraces> {
  const parts = await Promise.all(files.map((file) => loadFile(file, groupKey)));
  const all = parts.flat();
  const labelled = all.filter(isLabelled);
  if (labelled.length < FEWEST) {
    throw new EvaluationError(
      `Expected at least ${FEWEST} labelled trajectories in ${files.join(", ")}, got ${labelled.length}.`,
    );
  }
  return { labelled, unlabelled: all.length - labelled.length };
}

async function loadFile(file: string, groupKey?: string): Promise<readonly Trajectory[]> {
  const text = await readData(file);
  try {
    return groupKey === undefined
      ? parseLabelledTraces(text).map(withoutGroup)
      : parseLabelledTraces(text, { groupKey });
  } catch (error) {
    if (error instanceof TrajectoryFormatError)
      throw new EvaluationError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Our own trajectories may name a group that nobody has asked to calibrate by. */
function withoutGroup({ id, task, steps, label }: Trajectory): Trajectory {
  return label === undefined ? { id, task, steps } : { id, task, steps, label };
}
