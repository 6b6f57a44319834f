import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

import { NotEnoughLabelsError } from "./errors/not-enough-labels-error.ts";
import { FEATURE_NAMES, FEATURE_SET, stepFeatures } from "./features/feature-set.ts";
import { logitScorer } from "./logit-scorer.ts";
import { chooseRidge } from "./logit/choose-ridge.ts";
import { fitConditionalLogit } from "./logit/fit-conditional-logit.ts";
import { fitScaling, standardise } from "./logit/standardise.ts";
import type { FittedScorer } from "./step-scorer.ts";

/**
 * Learns from what steps say and where they stand, without a language model: a ridge conditional logit over the features
 * of `stepFeatures`, its penalty chosen by cross-validation inside `labelled`.
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
  const raw = labelled.map((trajectory) => ({
    rows: stepFeatures(trajectory),
    chosen: trajectory.label.decisiveStep,
  }));
  const scaling = fitScaling(raw.flatMap(({ rows }) => rows));
  const choices = raw.map(({ chosen, rows }) => ({
    chosen,
    rows: rows.map((row) => standardise(row, scaling)),
  }));
  const l2 = chooseRidge(choices, options.seed ?? 0);
  return logitScorer({
    kind: "logit",
    featureSet: FEATURE_SET,
    features: FEATURE_NAMES,
    ...scaling,
    weights: fitConditionalLogit(choices, l2),
    l2,
  });
}
