import type { Trajectory } from "../trajectory/index.ts";

import { ScorerModelError } from "../errors/scorer-model-error.ts";
import { FEATURE_NAMES, FEATURE_SET, stepFeatures } from "../features/feature-set.ts";
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
  const strange = names.find((name) => !FEATURE_NAMES.includes(name));
  if (strange !== undefined) {
    throw new ScorerModelError("features", `expected features of set "${FEATURE_SET}", got "${strange}"`);
  }
  if (cache === undefined) return (trajectory) => stepFeatures(trajectory, names);
  const columns = names.map((name) => FEATURE_NAMES.indexOf(name));
  return (trajectory) => cache.rowsOf(trajectory).map((row) => columns.map((column) => row[column] ?? 0));
}
