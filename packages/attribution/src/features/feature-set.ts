import type { Trajectory } from "@langgraph-rollback/trajectory";

import type { FeatureGroup } from "./feature-group.ts";
import { positionFeatures } from "./position-features.ts";
import { provenanceFeatures } from "./provenance-features.ts";
import { roleFeatures } from "./role-features.ts";
import { readTrajectory } from "./step-reading.ts";
import type { TrajectoryReading } from "./step-reading.ts";
import { textFeatures } from "./text-features.ts";

/** Version of the features. Has to change with any change to what one of them means: stored weights refer to it. */
export const FEATURE_SET = "1";

type Rows = readonly (readonly number[])[];

const GROUPS: readonly {
  readonly names: readonly string[];
  readonly rows: (reading: TrajectoryReading) => Rows;
}[] = [listed(positionFeatures), listed(roleFeatures), listed(textFeatures), listed(provenanceFeatures)];

/** Names of the features, shape [f], in the order of the columns. */
export const FEATURE_NAMES: readonly string[] = GROUPS.flatMap(({ names }) => names);

/**
 * What the local scorer knows of each step. Looks at the task and the steps alone, never at label, group or outcome;
 * linear in the text; the same for the same trajectory, to the bit.
 *
 * @returns finite numbers, shape [l, f]
 */
export function stepFeatures(trajectory: Pick<Trajectory, "steps" | "task">): Rows {
  const reading = readTrajectory(trajectory);
  const parts = GROUPS.map(({ rows }) => rows(reading));
  return trajectory.steps.map((_, index) => parts.flatMap((rows) => rows[index] ?? []));
}

function listed<Name extends string>({ names, read }: FeatureGroup<Name>) {
  return {
    names,
    rows: (reading: TrajectoryReading): Rows => read(reading).map((row) => names.map((name) => row[name])),
  };
}
