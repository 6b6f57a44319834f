import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

import { NotEnoughLabelsError } from "./errors/not-enough-labels-error.ts";
import { FEATURE_SELECTIONS, FEATURE_SET, stepFeatures } from "./features/feature-set.ts";
import { logitScorer } from "./logit-scorer.ts";
import type { Choice } from "./logit/choice.ts";
import { chooseRidge } from "./logit/choose-ridge.ts";
import { fitConditionalLogit } from "./logit/fit-conditional-logit.ts";
import { fitScaling, standardise } from "./logit/standardise.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * Learns from what steps say and where they stand, without a language model: a ridge conditional logit over the features
 * of `stepFeatures`. Its penalty, and whether it looks at arithmetic, are chosen by cross-validation inside `labelled`.
 *
 * Weights belong to the agent they were fitted on. On another agent the guarantee holds after calibrating anew, but sets
 * are no smaller than `fitPositionScorer`'s.
 *
 * @param options.seed draws the folds; default 0
 * @throws {NotEnoughLabelsError} if `labelled` is empty
 */
export function fitLogitScorer(
  labelled: readonly LabelledTrajectory[],
  options: { readonly seed?: number } = {},
): FittedScorer {
  if (labelled.length === 0) throw new NotEnoughLabelsError("Fitting the logit scorer", 1, 0);
  const fits = FEATURE_SELECTIONS.map((features) => prepare(labelled, features));
  const { l2, selection } = chooseRidge(
    fits.map(({ choices }) => choices),
    options.seed ?? 0,
  );
  const { choices = [], features = [], scaling = fitScaling([]) } = fits[selection] ?? {};
  const weights = fitConditionalLogit(choices, l2);
  return logitScorer({ kind: "logit", featureSet: FEATURE_SET, features, ...scaling, weights, l2 });
}

function prepare(labelled: readonly LabelledTrajectory[], features: readonly string[]) {
  const raw = labelled.map((trajectory) => stepFeatures(trajectory, features));
  const scaling = fitScaling(raw.flat());
  const choices = labelled.map(({ label }, index): Choice => {
    const rows = (raw[index] ?? []).map((row) => standardise(row, scaling));
    return { rows, chosen: label.decisiveStep };
  });
  return { choices, features, scaling };
}
