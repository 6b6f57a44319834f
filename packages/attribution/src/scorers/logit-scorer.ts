import { softmax } from "../logit/softmax.ts";
import { standardise } from "../logit/standardise.ts";
import type { FeatureCache } from "./feature-cache.ts";
import { featureReader } from "./feature-reader.ts";
import { fittedScorer } from "./fitted-scorer.ts";
import type { LogitModel } from "./scorer-model.ts";
import type { FittedScorer } from "./step-scorer.ts";
import { sumExplanations, topicGroups } from "./sum-explanation.ts";

/**
 * The scorer of a fitted {@link LogitModel}: scores sum to 1 over a trajectory. It explains a step by what its features add to
 * the logit, in words.
 *
 * @param cache where to look up what is read in trajectories; without one they are read each time
 * @throws {ScorerModelError} if the model was fitted on another version of the features
 */
export function logitScorer(model: LogitModel, cache?: FeatureCache): FittedScorer {
  const rowsOf = featureReader(model.featureSet, model.features, cache);
  return fittedScorer(
    model,
    (trajectory) => softmax(rowsOf(trajectory).map((row) => utility(standardise(row, model), model.weights))),
    (trajectory, steps) => {
      const rows = rowsOf(trajectory);
      return sumExplanations(model, rows, topicGroups(model.features, rows), steps);
    },
  );
}

function utility(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}
