import type { LabelledTrajectory } from "../trajectory/index.ts";

import { foldsOf } from "../draws/seeded-folds.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { featureChoice, FEATURE_SET } from "../features/feature-set.ts";
import { featureCache, type FeatureCache } from "../scorers/feature-cache.ts";
import type { FitScorer, StepScorer } from "../scorers/step-scorer.ts";
import { columnRows, columnsOf, type LocalColumns } from "./ensemble-columns.ts";
import { columnReader, ensembleScorer } from "./ensemble-scorer.ts";
import { fitEnsembleModel } from "./fit-ensemble-model.ts";
import { remembering } from "./remembering.ts";
import { type Voice, voiceOf } from "./voice.ts";

/** A scorer as it is, or one that is yet to be fitted to the same failures as the weights. */
export type EnsembleMember = StepScorer | FitScorer;

/** How to fit. */
export interface EnsembleOptions {
  /** Draws the folds; default 0. */
  readonly seed?: number;
  /**
   * Columns that are weighed beside the members: "positions" of the steps, "all" features of `fitLogitScorer`, which hold the positions, or
   * "none". How many of them are used is weighed by cross-validation. Default "all".
   */
  readonly local?: LocalColumns;
  /** For fits on overlapping sets of trajectories, as in `fitLogitScorer`. Default: one for all fits of this ensemble. */
  readonly features?: FeatureCache;
}

const FOLDS = 5;

/**
 * Pools several scorers, the steps' positions and their texts into one scorer: a weighted sum for each step, which a softmax turns into
 * scores. The weights are fitted to labelled failures by ridge conditional logit, with the penalty weighed by
 * cross-validation. A column without information gets little weight, a misleading one a negative weight.
 *
 * A member with scores alone gives one column, the log odds of its scores. A member with `marks` gives four: the step is wrong,
 * neutral, the first wrong one, next to the first wrong one. Two or more members with marks also give four columns of votes: the
 * share of them that say so.
 *
 * For `fitAndCalibrate` and `crossCalibrate`, which keep the failures that are fitted apart from those that calibrate. Members
 * that are yet to be fitted are fitted inside the same failures: for the weights, each failure is scored by a member that
 * was fitted without its fold; then each member is fitted to all of them.
 *
 * Scorers that are given as they are get one question for each failure that weights are fitted to, however often they are fitted. Failures are told
 * apart by the identity of the trajectory object.
 *
 * The fitted scorer's model holds the weights, and those members that fit into JSON. The others have to be given again:
 * `scorerFromModel(model, [member])`.
 *
 * @example
 * const fit = ensemble([attributorScorer(jointScorer({ model }))]);
 * const { scorer, calibration } = await fitAndCalibrate(labelled, { fit, seed: 1 });
 *
 * @param members at least one; their order does not matter but for the fingerprint
 * @returns a function that throws {@link NotEnoughLabelsError} if there are no failures, else as the members do
 * @throws {RangeError} if there are no members
 */
export function ensemble(members: readonly EnsembleMember[], options: EnsembleOptions = {}): FitScorer {
  const { features = featureCache(), local = "all", seed = 0 } = options;
  if (members.length === 0) throw new RangeError("Expected `members` to hold at least one scorer, got none.");
  const remembered = members.map((member) => (typeof member === "function" ? member : remembering(member)));
  return async (labelled) => {
    if (labelled.length === 0) throw new NotEnoughLabelsError("Fitting the ensemble", 1, 0);
    const voices = await heldOutVoices(labelled, remembered, seed);
    const fitted = await Promise.all(members.map((member) => fittedTo(member, labelled)));
    const { columns, widths } = columnsOf(
      (voices[0] ?? []).map(({ kind }) => kind),
      local,
      featureChoice(labelled.some((trajectory) => features.surprisesOf(trajectory) !== undefined)),
    );
    const readFeatures = columnReader(columns, FEATURE_SET, features);
    const rows = labelled.map((trajectory, index) =>
      columnRows(columns, voices[index] ?? [], readFeatures(trajectory)),
    );
    const model = fitEnsembleModel({ labelled, rows, columns, widths, members: fitted, seed });
    return ensembleScorer(model, fitted, features);
  };
}

async function fittedTo(
  member: EnsembleMember,
  labelled: readonly LabelledTrajectory[],
): Promise<StepScorer> {
  return typeof member === "function" ? member(labelled) : member;
}

/**
 * Each member's opinion of each failure, shape [n, m], by members that were not fitted to it; with one failure alone, they
 * were.
 */
async function heldOutVoices(
  labelled: readonly LabelledTrajectory[],
  members: readonly EnsembleMember[],
  seed: number,
): Promise<readonly (readonly Voice[])[]> {
  const voices: Voice[][] = labelled.map(() => []);
  for (const member of members) {
    const isFixed = typeof member !== "function";
    const folds =
      isFixed || labelled.length < 2
        ? [labelled.map((_, index) => index)]
        : foldsOf(labelled.length, FOLDS, seed);
    for (const fold of folds) {
      const others = labelled.filter((_, index) => folds.length === 1 || !fold.includes(index));
      const scorer = await fittedTo(member, others);
      for (const index of fold) {
        const trajectory = labelled[index];
        if (trajectory !== undefined) voices[index]?.push(await voiceOf(trajectory, scorer));
      }
    }
  }
  return voices;
}
