import type { LabelledTrajectory, Trajectory } from "@langgraph-rollback/trajectory";

import { foldsOf } from "../draws/seeded-folds.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { choiceOf } from "../logit/choice.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import { weighCandidates } from "../logit/weigh-candidates.ts";
import { scoreSteps } from "../scorers/score-steps.ts";
import type { EnsembleModel } from "../scorers/scorer-model.ts";
import type { FitScorer, StepScorer } from "../scorers/step-scorer.ts";
import { storedModel } from "../scorers/stored-model.ts";
import { ensembleScorer } from "./ensemble-scorer.ts";
import { opinionRows } from "./opinions.ts";

/** A scorer as it is, or one that is yet to be fitted to the same failures as the weights. */
export type EnsembleMember = StepScorer | FitScorer;

/** How to fit. */
export interface EnsembleOptions {
  /** Draws the folds; default 0. */
  readonly seed?: number;
}

const FOLDS = 5;

/**
 * Lets several scorers speak with one voice: log odds of their scores, each with a weight that says how much it has been worth,
 * add up, and a softmax makes step scores of the sums. The weights are fitted to labelled failures by ridge conditional logit,
 * the penalty weighed by cross-validation; an opinion that says nothing gets little weight, one that misleads a negative one.
 *
 * For `fitAndCalibrate` and `crossCalibrate`, which keep the failures that are fitted apart from those that calibrate. Members
 * that are yet to be fitted are fitted inside the same failures: for the weights, each failure is scored by a member that
 * was fitted without its fold; then each member is fitted to all of them.
 *
 * Scorers given as they are, are asked once for each failure that weights are fitted to, however often they are fitted: a
 * model that costs is asked no more than needed. It goes by the identity of the trajectory object.
 *
 * The fitted scorer's model holds the weights, and those members that fit into JSON. The others have to be given again:
 * `scorerFromModel(model, [member])`.
 *
 * @example
 * const fit = ensemble([attributorScorer(jointScorer({ model })), fitLogitScorer]);
 * const { scorer, calibration } = await fitAndCalibrate(labelled, { fit, seed: 1 });
 *
 * @param members at least one; their order does not matter but for the fingerprint
 * @returns a function that throws {@link NotEnoughLabelsError} if there are no failures, else as the members do
 * @throws {RangeError} if there are no members
 */
export function ensemble(members: readonly EnsembleMember[], options: EnsembleOptions = {}): FitScorer {
  const { seed = 0 } = options;
  if (members.length === 0) throw new RangeError("Expected `members` to hold at least one scorer, got none.");
  const remembered = members.map((member) => (typeof member === "function" ? member : remembering(member)));
  return async (labelled) => {
    if (labelled.length === 0) throw new NotEnoughLabelsError("Fitting the ensemble", 1, 0);
    const rows = await heldOutRows(labelled, remembered, seed);
    const fitted = await Promise.all(members.map((member) => fittedTo(member, labelled)));
    return ensembleScorer(modelOf(labelled, rows, fitted, seed), fitted);
  };
}

async function fittedTo(
  member: EnsembleMember,
  labelled: readonly LabelledTrajectory[],
): Promise<StepScorer> {
  return typeof member === "function" ? member(labelled) : member;
}

/** Rows of opinions of each failure, by members that were not fitted to it; with one failure alone, they were. */
async function heldOutRows(
  labelled: readonly LabelledTrajectory[],
  members: readonly EnsembleMember[],
  seed: number,
): Promise<readonly (readonly (readonly number[])[])[]> {
  const scores: (readonly number[])[][] = labelled.map(() => []);
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
        if (trajectory !== undefined) scores[index]?.push(await scoreSteps(trajectory, scorer));
      }
    }
  }
  return scores.map(opinionRows);
}

function modelOf(
  labelled: readonly LabelledTrajectory[],
  rows: readonly (readonly (readonly number[])[])[],
  members: readonly StepScorer[],
  seed: number,
): EnsembleModel {
  const scaling = fitScaling(rows.flat());
  const choices = labelled.map(({ label }, index) =>
    choiceOf(
      (rows[index] ?? []).map((row) => standardise(row, scaling)),
      label.decisiveStep,
    ),
  );
  const candidates = weighCandidates(choices, [members.length], seed);
  return {
    kind: "ensemble",
    members: members.map((member) => {
      const model = storedModel(member);
      return { fingerprint: member.fingerprint, ...(model === undefined ? {} : { model }) };
    }),
    ...scaling,
    weights: members.map((_, at) =>
      candidates.reduce((sum, { share, weights }) => sum + share * (weights[at] ?? 0), 0),
    ),
    l2: candidates[0]?.l2 ?? 1,
  };
}

/** The scorer, which keeps what it has once said of a trajectory, but not what went wrong. */
function remembering(scorer: StepScorer): StepScorer {
  const said = new WeakMap<Trajectory, readonly number[]>();
  return {
    fingerprint: scorer.fingerprint,
    score: async (trajectory, signal) => {
      const known = said.get(trajectory);
      if (known !== undefined) return known;
      const scores = await scorer.score(trajectory, signal);
      said.set(trajectory, scores);
      return scores;
    },
  };
}
