import type { Trajectory } from "../trajectory/index.ts";

import { ScorerModelError } from "../errors/scorer-model-error.ts";
import { FEATURE_NAMES, FEATURE_SET, isFeature, stepFeatures } from "../features/feature-set.ts";
import { surpriseFeatures } from "../features/surprise-features.ts";
import type { FeatureCache } from "./feature-cache.ts";

/** The features of a trajectory's steps, shape [l, f]. */
export type FeatureReader = (trajectory: Trajectory) => readonly (readonly number[])[];

/**
 * Reads the features that a model was fitted on, shape [l, f].
 *
 * @param names shape [f]
 * @param cache where to look up what is read in trajectories; without one they are read each time
 * @throws {ScorerModelError} if the model was fitted on another version of the features
 */
export function featureReader(
  featureSet: string,
  names: readonly string[],
  cache?: FeatureCache,
): FeatureReader {
  if (featureSet !== FEATURE_SET) {
    throw new ScorerModelError("featureSet", `expected "${FEATURE_SET}", got "${featureSet}"`);
  }
  const strange = names.find((name) => !isFeature(name));
  if (strange !== undefined) {
    throw new ScorerModelError("features", `expected features of set "${FEATURE_SET}", got "${strange}"`);
  }
  if (cache === undefined) return (trajectory) => stepFeatures(trajectory, names);
  const cached = names.map((name) => FEATURE_NAMES.indexOf(name));
  const surprises = names.map((name) => surpriseFeatures.names.find((each) => each === name));
  return (trajectory) => {
    const told = surprises.some((name) => name !== undefined) ? cache.surprisesOf(trajectory) : undefined;
    return cache.rowsOf(trajectory).map((row, step) =>
      cached.map((column, at) => {
        const name = surprises[at];
        return (name === undefined ? row[column] : told?.[step]?.[name]) ?? 0;
      }),
    );
  };
}
