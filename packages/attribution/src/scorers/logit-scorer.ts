import type { Trajectory } from "@langgraph-rollback/trajectory";

import { ScorerModelError } from "../errors/scorer-model-error.ts";
import { FEATURE_NAMES, FEATURE_SET, stepFeatures } from "../features/feature-set.ts";
import { softmax } from "../logit/softmax.ts";
import { standardise } from "../logit/standardise.ts";
import type { FeatureCache } from "./feature-cache.ts";
import { fittedScorer } from "./fitted-scorer.ts";
import type { LogitModel } from "./scorer-model.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * The scorer of a fitted {@link LogitModel}: scores sum to 1 over a trajectory.
 *
 * @param cache where to look up what is read in trajectories; without one they are read each time
 * @throws {ScorerModelError} if the model was fitted on another version of the features
 */
export function logitScorer(model: LogitModel, cache?: FeatureCache): FittedScorer {
  if (model.featureSet !== FEATURE_SET) {
    throw new ScorerModelError("featureSet", `expected "${FEATURE_SET}", got "${model.featureSet}"`);
  }
  const strange = model.features.find((name) => !FEATURE_NAMES.includes(name));
  if (strange !== undefined) {
    throw new ScorerModelError("features", `expected features of set "${FEATURE_SET}", got "${strange}"`);
  }
  const columns = model.features.map((name) => FEATURE_NAMES.indexOf(name));
  const rowsOf = (trajectory: Trajectory) =>
    cache === undefined
      ? stepFeatures(trajectory, model.features)
      : cache.rowsOf(trajectory).map((row) => columns.map((column) => row[column] ?? 0));
  return fittedScorer(model, (trajectory) =>
    softmax(rowsOf(trajectory).map((row) => utility(standardise(row, model), model.weights))),
  );
}

function utility(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}
