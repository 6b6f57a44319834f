import { ScorerModelError } from "./errors/scorer-model-error.ts";
import { FEATURE_NAMES, FEATURE_SET, stepFeatures } from "./features/feature-set.ts";
import { fittedScorer } from "./fitted-scorer.ts";
import { dot } from "./logit/choice.ts";
import { softmax } from "./logit/softmax.ts";
import { standardise } from "./logit/standardise.ts";
import type { LogitModel } from "./scorer-model.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * The scorer of a fitted {@link LogitModel}: scores sum to 1 over a trajectory.
 *
 * @throws {ScorerModelError} if the model was fitted on another version of the features
 */
export function logitScorer(model: LogitModel): FittedScorer {
  if (model.featureSet !== FEATURE_SET) {
    throw new ScorerModelError("featureSet", `expected "${FEATURE_SET}", got "${model.featureSet}"`);
  }
  const strange = model.features.find((name) => !FEATURE_NAMES.includes(name));
  if (strange !== undefined) {
    throw new ScorerModelError("features", `expected features of set "${FEATURE_SET}", got "${strange}"`);
  }
  return fittedScorer(model, (trajectory) =>
    softmax(
      stepFeatures(trajectory, model.features).map((row) => dot(standardise(row, model), model.weights)),
    ),
  );
}
