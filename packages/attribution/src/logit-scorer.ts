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
  const strange = model.features.findIndex((name, index) => name !== FEATURE_NAMES[index]);
  if (strange >= 0 || model.features.length !== FEATURE_NAMES.length) {
    throw new ScorerModelError(
      "features",
      `expected the ${FEATURE_NAMES.length} features of set "${FEATURE_SET}" in order`,
    );
  }
  return fittedScorer(model, (trajectory) =>
    softmax(stepFeatures(trajectory).map((row) => dot(standardise(row, model), model.weights))),
  );
}
