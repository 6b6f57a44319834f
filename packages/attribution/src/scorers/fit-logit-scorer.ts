import { type LabelledTrajectory, largest } from "../trajectory/index.ts";

import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { featureChoice, FEATURE_SET } from "../features/feature-set.ts";
import { choiceOf } from "../logit/choice.ts";
import { meanWeights } from "../logit/mean-weights.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import { weighCandidates } from "../logit/weigh-candidates.ts";
import { featureCache, type FeatureCache } from "./feature-cache.ts";
import { featureReader } from "./feature-reader.ts";
import { logitScorer } from "./logit-scorer.ts";
import type { FittedScorer } from "./step-scorer.ts";

/** How to fit. */
export interface FitLogitOptions {
  /** Draws the folds of cross-validation; default 0. */
  readonly seed?: number;
  /** For fits on overlapping sets of trajectories: what is read in one is remembered. Default: nothing is. */
  readonly features?: FeatureCache;
}

/**
 * Learns from what steps say and where they stand, without a language model: a ridge conditional logit over the features
 * of `stepFeatures`. How strong the penalty is, and whether to look at words, arithmetic and changes, is weighed by
 * cross-validation inside `labelled`; the weights are the mean of what is fitted each way. Where steps have `logprobs`, it learns from these, too.
 *
 * Weights belong to the agent they were fitted on. On another agent the guarantee holds after calibrating anew, but sets
 * are no smaller than `fitPositionScorer`'s.
 *
 * @throws {NotEnoughLabelsError} if `labelled` is empty
 */
export function fitLogitScorer(
  labelled: readonly LabelledTrajectory[],
  options: FitLogitOptions = {},
): FittedScorer {
  if (labelled.length === 0) throw new NotEnoughLabelsError("Fitting the logit scorer", 1, 0);
  const { features = featureCache(), seed = 0 } = options;
  const { names, widths } = featureChoice(
    labelled.some((trajectory) => features.surprisesOf(trajectory) !== undefined),
  );
  const raw = labelled.map(featureReader(FEATURE_SET, names, features));
  const scaling = fitScaling(raw.flat());
  const origin = standardise(
    names.map(() => 0),
    scaling,
  );
  const choices = labelled.map(({ label }, index) =>
    choiceOf(
      (raw[index] ?? []).map((row) => standardise(row, scaling)),
      label.decisiveStep,
      origin,
    ),
  );
  const candidates = weighCandidates(choices, widths, seed);
  const width = largest(candidates.map((candidate) => candidate.width));
  const model = {
    kind: "logit",
    featureSet: FEATURE_SET,
    features: names.slice(0, width),
    means: scaling.means.slice(0, width),
    deviations: scaling.deviations.slice(0, width),
    weights: meanWeights(candidates, width),
    l2: candidates[0]?.l2 ?? 1,
  } as const;
  return logitScorer(model, options.features);
}
