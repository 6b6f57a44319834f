import type { Trajectory } from "../trajectory/index.ts";

import { arithmeticFeatures } from "./arithmetic-features.ts";
import { changeFeatures } from "./change-features.ts";
import type { FeatureGroup } from "./feature-group.ts";
import { positionFeatures } from "./position-features.ts";
import { provenanceFeatures } from "./provenance-features.ts";
import { roleFeatures } from "./role-features.ts";
import { shapeFeatures } from "./shape-features.ts";
import { readTrajectory, type TrajectoryReading } from "./step-reading.ts";
import { surpriseFeatures } from "./surprise-features.ts";
import { textFeatures } from "./text-features.ts";

/** Version of the features. Has to change with any change to what one of them means: stored weights refer to it. */
export const FEATURE_SET = "2";

type Rows = readonly (readonly number[])[];

interface ListedGroup {
  readonly names: readonly string[];
  readonly rows: (reading: TrajectoryReading) => Rows;
}

/** From what any agent has to what only some agents do: where they do not, such features are noise. */
const PARTS: readonly (readonly ListedGroup[])[] = [
  [listed(positionFeatures)],
  [listed(roleFeatures), listed(textFeatures), listed(provenanceFeatures), listed(shapeFeatures)],
  [listed(arithmeticFeatures)],
  [listed(changeFeatures)],
];
const GROUPS = PARTS.flat();
const SURPRISE = listed(surpriseFeatures);

/** Names of the features that every trajectory has, shape [f], in the order of the columns. */
export const FEATURE_NAMES: readonly string[] = GROUPS.flatMap(({ names }) => names);

/**
 * Selections of features to weigh against each other, the smallest first, each as the number of features that it takes
 * from the first on: positions; also what any step says; also arithmetic; also what changes from step to step.
 */
export const FEATURE_SELECTIONS: readonly number[] = PARTS.map(
  (_, last) =>
    PARTS.slice(0, last + 1)
      .flat()
      .flatMap(({ names }) => names).length,
);

/** Features of some trajectories, and selections of them to weigh against each other, as {@link FEATURE_SELECTIONS} has them. */
export interface FeatureChoice {
  readonly names: readonly string[];
  readonly widths: readonly number[];
}

/**
 * The features to fit on. Surprise has columns only where log-probabilities were recorded, after the positions, as it is of any agent then: what is
 * fitted without them is as if there were no such features.
 */
export function featureChoice(withLogprobs: boolean): FeatureChoice {
  if (!withLogprobs) return { names: FEATURE_NAMES, widths: FEATURE_SELECTIONS };
  const [positions = 0, ...larger] = FEATURE_SELECTIONS;
  const more = SURPRISE.names.length;
  return {
    names: [...FEATURE_NAMES.slice(0, positions), ...SURPRISE.names, ...FEATURE_NAMES.slice(positions)],
    widths: [positions, positions + more, ...larger.map((width) => width + more)],
  };
}

/** Whether a feature is known by this name. */
export function isFeature(name: string): boolean {
  return FEATURE_NAMES.includes(name) || SURPRISE.names.includes(name);
}

/**
 * The local scorer's features of each step. Looks at the task and the steps alone, never at label, group or outcome;
 * linear in the text; the same for the same trajectory, to the bit.
 *
 * @param names the features wanted, all of them known; default all that every trajectory has
 * @returns finite numbers, shape [l, f]
 */
export function stepFeatures(
  trajectory: Pick<Trajectory, "steps" | "task">,
  names: readonly string[] = FEATURE_NAMES,
): Rows {
  const reading = readTrajectory(trajectory);
  const wanted = [...GROUPS, SURPRISE].filter((group) => group.names.some((name) => names.includes(name)));
  const columns = wanted.flatMap((group) => group.names);
  const picked = names.map((name) => columns.indexOf(name));
  const parts = wanted.map(({ rows }) => rows(reading));
  return trajectory.steps.map((_, index) => {
    const row = parts.flatMap((rows) => rows[index] ?? []);
    return picked.map((column) => row[column] ?? 0);
  });
}

function listed<Name extends string>({ names, read }: FeatureGroup<Name>): ListedGroup {
  return {
    names,
    rows: (reading: TrajectoryReading): Rows => read(reading).map((row) => names.map((name) => row[name])),
  };
}
