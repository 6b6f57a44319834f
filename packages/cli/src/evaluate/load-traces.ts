import {
  isLabelled,
  type LabelledTrajectory,
  parseLabelledTraces,
  type Trajectory,
  TrajectoryFormatError,
} from "@langgraph-rollback/attribution/trajectory";
import { readData } from "../data/read-data.ts";
import { EvaluationError } from "@langgraph-rollback/lab/errors";

/** Contents of the files. */
export interface LoadedTraces {
  readonly labelled: readonly LabelledTrajectory[];
  /** Number of trajectories left out because nobody has labelled them. */
  readonly unlabelled: number;
  /** Those of them whose outcome is known: scorers that compare runs look at them. */
  readonly judged: readonly Trajectory[];
  /** Value of the field that splits go by, of each labelled trajectory; absent where there is none. */
  readonly units?: readonly string[];
}

/** Fields that the lines of a file have. */
export interface TraceKeys {
  /** Field to group by; without it trajectories have no group, whatever the files say. */
  readonly group?: string | undefined;
  /** Field whose values splits do not part. */
  readonly splitBy?: string | undefined;
}

/** Fewer leave no half to calibrate on. */
const FEWEST = 2;

/**
 * Reads JSON Lines files, of our own trajectories or of labelled traces of other systems.
 *
 * @throws {EvaluationError} as {@link tracesIn} does, and on a file that cannot be read
 */
export async function loadTraces(files: readonly string[], keys: TraceKeys = {}): Promise<LoadedTraces> {
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readData(file) })));
  return tracesIn(texts, keys);
}

/** The text of a file. */
export interface FileText {
  readonly file: string;
  readonly text: string;
}

/**
 * The labelled traces in texts of files.
 *
 * @throws {EvaluationError} on a line that cannot be parsed or lacks a field, on fewer than two labelled trajectories, and if
 *   all of them have the same value of the field that splits go by
 */
export function tracesIn(texts: readonly FileText[], { group, splitBy }: TraceKeys): LoadedTraces {
  const all = texts.flatMap((text) => parse(text, group));
  const units = splitBy === undefined ? undefined : texts.flatMap((text) => parse(text, splitBy));
  const positions = all.flatMap((trajectory, position) => (isLabelled(trajectory) ? [position] : []));
  const labelled = all.filter(isLabelled);
  const files = texts.map(({ file }) => file).join(", ");
  if (labelled.length < FEWEST) {
    throw new EvaluationError(
      `Expected at least ${FEWEST} labelled trajectories in ${files}, got ${labelled.length}.`,
    );
  }
  const judged = all.filter(isJudged);
  const loaded = { labelled, unlabelled: all.length - labelled.length, judged };
  if (units === undefined) return loaded;
  const ofLabelled = positions.map((position) => units[position]?.group ?? "");
  if (new Set(ofLabelled).size < FEWEST)
    throw new EvaluationError(
      `Expected labelled trajectories of two or more values of \`${splitBy}\` to split by, got one value.`,
    );
  return { ...loaded, units: ofLabelled };
}

function parse({ file, text }: FileText, groupKey?: string): readonly Trajectory[] {
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

/** Our own trajectories may name a group although nothing is calibrated by group. */
function withoutGroup({ id, task, steps, label, outcome }: Trajectory): Trajectory {
  if (label !== undefined) return { id, task, steps, label };
  return outcome === undefined ? { id, task, steps } : { id, task, steps, outcome };
}

const isJudged = (run: Trajectory): boolean => !isLabelled(run) && run.outcome !== undefined;
