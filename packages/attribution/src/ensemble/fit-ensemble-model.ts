import { type LabelledTrajectory, largest } from "../trajectory/index.ts";

import { FEATURE_SET } from "../features/feature-set.ts";
import { choiceOf } from "../logit/choice.ts";
import { meanWeights } from "../logit/mean-weights.ts";
import { fitScaling, standardise } from "../logit/standardise.ts";
import { weighCandidates } from "../logit/weigh-candidates.ts";
import type { EnsembleModel } from "../scorers/scorer-model.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";
import { storedModel } from "../scorers/stored-model.ts";
import type { ColumnChoice } from "./ensemble-columns.ts";

/** Data that weights are fitted to. */
export interface EnsembleData extends ColumnChoice {
  readonly labelled: readonly LabelledTrajectory[];
  /** The columns of each failure, shape [n, l, c]. */
  readonly rows: readonly (readonly (readonly number[])[])[];
  readonly members: readonly StepScorer[];
  /** Draws the folds of cross-validation. */
  readonly seed: number;
}

/** @internal Ridge conditional logit over the columns; columns that no selection of weight takes are left out. */
export function fitEnsembleModel(data: EnsembleData): EnsembleModel {
  const { columns, labelled, members, rows, seed, widths } = data;
  const scaling = fitScaling(rows.flat());
  const origin = standardise(
    columns.map(() => 0),
    scaling,
  );
  const choices = labelled.map(({ label }, index) =>
    choiceOf(
      (rows[index] ?? []).map((row) => standardise(row, scaling)),
      label.decisiveStep,
      origin,
    ),
  );
  const candidates = weighCandidates(choices, tellingWidths(widths, rows.flat()), seed);
  const width = largest(candidates.map((candidate) => candidate.width));
  const used = columns.slice(0, width);
  return {
    kind: "ensemble",
    members: members.map((member) => {
      const model = storedModel(member);
      return { fingerprint: member.fingerprint, ...(model === undefined ? {} : { model }) };
    }),
    columns: used,
    ...(used.some(({ from }) => from === "feature") ? { featureSet: FEATURE_SET } : {}),
    means: scaling.means.slice(0, width),
    deviations: scaling.deviations.slice(0, width),
    weights: meanWeights(candidates, width),
    l2: candidates[0]?.l2 ?? 1,
  };
}

/** Selections without those that only add columns which never vary: features of texts, where runs have no texts. */
function tellingWidths(widths: readonly number[], rows: readonly (readonly number[])[]): readonly number[] {
  const [first = []] = rows;
  const varies = first.map((value, column) => rows.some((row) => row[column] !== value));
  return widths.filter((width, at) => at === 0 || varies.slice(widths[at - 1], width).includes(true));
}
