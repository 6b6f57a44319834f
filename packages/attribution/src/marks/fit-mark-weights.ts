import { columnRows } from "../ensemble/ensemble-columns.ts";
import type { Voice } from "../ensemble/voice.ts";
import { NotEnoughLabelsError } from "../errors/not-enough-labels-error.ts";
import { FEATURE_NAMES, FEATURE_SELECTIONS, FEATURE_SET } from "../features/feature-set.ts";
import { choiceOf } from "../logit/choice.ts";
import { fitConditionalLogit } from "../logit/fit-conditional-logit.ts";
import { fitScaling, type Scaling, standardise } from "../logit/standardise.ts";
import { MARK_SIGNS } from "../scorers/scorer-model.ts";
import type { Mark } from "../scorers/step-scorer.ts";
import { type MarkWeights, towardsFive } from "./mark-weights.ts";
import { placesOf } from "./places-of.ts";

/** A failed run that judges have marked. */
export interface MarkedFailure {
  /** Each judge's opinion of each step, shape [m, l]. */
  readonly judges: readonly (readonly Mark[])[];
  /** In [0, l). */
  readonly decisiveStep: number;
}

/** Ridge penalty against the mean likelihood of all selections of judges. */
const RIDGE = 1;
/** Votes are shares, which vary little: so many deviations from none of the judges to all of them. */
const VOTE_SPAN = 3;
/** Digits that other machines find again. */
const DIGITS = 6;

const POSITIONS = FEATURE_NAMES.slice(0, FEATURE_SELECTIONS[0]);
const SIGNS = MARK_SIGNS.length;

/**
 * Fits how marks become suspicion, by ridge conditional logit. Every selection of a failure's judges counts as a panel of its own, and each as
 * much as any other, so that the weights serve one judge and several. They do not depend on whose marks these are.
 *
 * @param failures at least one, of few judges each: m judges make 2^m - 1 selections
 * @returns numbers of six digits
 * @throws {NotEnoughLabelsError} if there are no failures
 */
export function fitMarkWeights(failures: readonly MarkedFailure[]): MarkWeights {
  if (failures.length === 0) throw new NotEnoughLabelsError("Fitting weights of marks", 1, 0);
  const panels = failures.flatMap(({ decisiveStep, judges }) =>
    selectionsOf(judges).map((panel) => ({ decisiveStep, rows: panelRows(panel) })),
  );
  const { deviations, means } = fitScaling(panels.flatMap(({ rows }) => rows));
  const scaling: Scaling = {
    means: means.map((mean, column) => (column < 2 * SIGNS ? 0 : mean)),
    deviations: deviations.map((deviation, column) => (column < 2 * SIGNS ? 1 / VOTE_SPAN : deviation)),
  };
  const choices = panels.map(({ decisiveStep, rows }) =>
    choiceOf(
      rows.map((row) => standardise(row, scaling)),
      decisiveStep,
    ),
  );
  const width = scaling.means.length;
  const weights = fitConditionalLogit(choices, width, (RIDGE * panels.length) / failures.length);
  const digits = (value = 0): number => Number(value.toPrecision(DIGITS));
  return {
    featureSet: FEATURE_SET,
    signs: MARK_SIGNS.map((says, at) => ({
      says,
      one: digits((weights[at] ?? 0) * VOTE_SPAN),
      five: digits((weights[SIGNS + at] ?? 0) * VOTE_SPAN),
    })),
    positions: POSITIONS.map((name, at) => ({
      name,
      mean: digits(scaling.means[2 * SIGNS + at]),
      deviation: digits(scaling.deviations[2 * SIGNS + at]),
      weight: digits(weights[2 * SIGNS + at]),
    })),
  };
}

/** Every selection of one or more, in the order of the whole. */
function selectionsOf<Value>(values: readonly Value[]): readonly (readonly Value[])[] {
  const all = values.reduce<readonly (readonly Value[])[]>(
    (known, value) => [...known, ...known.map((selection) => [...selection, value])],
    [[]],
  );
  return all.filter(({ length }) => length > 0);
}

const VOTES = MARK_SIGNS.map((says) => ({ from: "votes", says }) as const);

/** Votes as far as the panel is of one, votes as far as it is of five, and places; shape [l, 2 s + f]. */
function panelRows(panel: readonly (readonly Mark[])[]): readonly (readonly number[])[] {
  const length = panel[0]?.length ?? 0;
  const voices = panel.map((marks): Voice => ({ kind: "marks", marks }));
  const places = placesOf(length, POSITIONS);
  const far = towardsFive(panel.length);
  return columnRows(VOTES, voices, places).map((votes, step) => [
    ...votes.map((share) => share * (1 - far)),
    ...votes.map((share) => share * far),
    ...(places[step] ?? []),
  ]);
}
