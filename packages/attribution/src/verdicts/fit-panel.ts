import { smallest } from "../trajectory/index.ts";
import { ridgeLogistic } from "../conformal/ridge-logistic.ts";

import { foldsOf } from "../draws/seeded-folds.ts";
import { GATHER_BOTH, NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import type { PanelModel } from "./panel-model.ts";
import { panelScore, withMeans, type MemberScores } from "./panel-score.ts";

/** The scores of a panel's members for a run that is labelled right or wrong. */
export interface LabelledMemberScores {
  /** In the order of the members, shape [m]. */
  readonly scores: MemberScores;
  readonly right: boolean;
}

/** Candidates for the penalty; cross-validation takes the likeliest. */
const RIDGES = [1, 3, 10, 30] as const;
const FOLDS = 5;

/**
 * Fits how much each member of a panel counts: ridge logistic regression of right runs against wrong ones. A member without information gets little
 * weight, a misleading one a negative weight.
 *
 * @param members  fingerprints, shape [m], different ones
 * @param labelled runs that are not used to calibrate the panel; both right and wrong ones
 * @param options  `seed` draws the folds of cross-validation; default 0
 * @throws {NotEnoughLabelsError} if no run is right, or none is wrong
 */
export function fitPanel(
  members: readonly string[],
  labelled: readonly LabelledMemberScores[],
  { seed = 0 }: { readonly seed?: number } = {},
): PanelModel {
  for (const [kind, wanted] of [
    ["right", true],
    ["wrong", false],
  ] as const)
    if (!labelled.some(({ right }) => right === wanted))
      throw new NotEnoughLabelsError(`Fitting the panel (${kind} runs)`, 1, 0, GATHER_BOTH);
  const ridge = likeliestRidge(members, labelled, seed);
  return fitWith(members, labelled, ridge);
}

function fitWith(
  members: readonly string[],
  labelled: readonly LabelledMemberScores[],
  ridge: number,
): PanelModel {
  const means = members.map((_, member) => meanOf(labelled.flatMap(({ scores }) => scores[member] ?? [])));
  const rows = labelled.map(({ scores }) => withMeans(scores, means));
  const { deviations } = fitScaling(rows);
  const { intercept, coefficients } = ridgeLogistic(
    rows.map((row) => standardise(row, { means, deviations })),
    labelled.map(({ right }) => right),
    ridge,
  );
  return { kind: "panel", members, means, deviations, weights: coefficients, intercept, ridge };
}

function likeliestRidge(
  members: readonly string[],
  labelled: readonly LabelledMemberScores[],
  seed: number,
): number {
  const folds = foldsOf(labelled.length, FOLDS, seed);
  const losses = RIDGES.map((ridge) =>
    folds.reduce((sum, fold) => sum + lossOutside(members, labelled, new Set(fold), ridge), 0),
  );
  return RIDGES[losses.indexOf(smallest(losses))] ?? 1;
}

/** How unlikely the runs of a fold are to the weights that were fitted to all others: minus the log-likelihood. */
function lossOutside(
  members: readonly string[],
  labelled: readonly LabelledMemberScores[],
  fold: ReadonlySet<number>,
  ridge: number,
): number {
  const others = labelled.filter((_, index) => !fold.has(index));
  if (new Set(others.map(({ right }) => right)).size < 2) return 0;
  const model = fitWith(members, others, ridge);
  return labelled.reduce((sum, { scores, right }, index) => {
    if (!fold.has(index)) return sum;
    const likelihood = panelScore(model, scores);
    return sum - Math.log(Math.max(right ? likelihood : 1 - likelihood, Number.MIN_VALUE));
  }, 0);
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
