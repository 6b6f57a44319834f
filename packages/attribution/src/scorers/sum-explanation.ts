import { FEATURE_TOPICS, type StepFeatures } from "../features/feature-topics.ts";
import { standardise, type Scaling } from "../logit/standardise.ts";
import type { ExplanationPart, StepExplanation } from "./step-explanation.ts";

/** Weights of a sum whose softmax makes scores, shape [c] each. */
export interface SumModel extends Scaling {
  readonly weights: readonly number[];
}

/** Columns of a sum that belong together, and what they say of a step. */
export interface ColumnGroup {
  /** Positions of the columns. */
  readonly columns: readonly number[];
  readonly part: (step: number) => Omit<ExplanationPart, "logit">;
}

/**
 * @internal Takes the sums of steps apart: what each group of columns adds, against the average step of the run.
 *
 * @param rows   the columns of all steps of the run, shape [l, c]
 * @param groups each column in one of them
 * @param steps  the steps to explain
 * @returns one for each of `steps`, in their order; the parts that weigh most, either way, come first
 */
export function sumExplanations(
  model: SumModel,
  rows: readonly (readonly number[])[],
  groups: readonly ColumnGroup[],
  steps: readonly number[],
): readonly StepExplanation[] {
  const scaled = rows.map((row) => standardise(row, model));
  const means = model.weights.map((_, at) => mean(scaled.map((row) => row[at] ?? 0)));
  return steps.map((step) => {
    const added = model.weights.map((weight, at) => weight * ((scaled[step]?.[at] ?? 0) - (means[at] ?? 0)));
    const parts = groups.map(({ columns, part }) => ({
      ...part(step),
      logit: columns.reduce((sum, at) => sum + (added[at] ?? 0), 0),
    }));
    return {
      step,
      logit: parts.reduce((sum, { logit }) => sum + logit, 0),
      parts: parts.toSorted((a, b) => Math.abs(b.logit) - Math.abs(a.logit)),
    };
  });
}

/**
 * @internal The groups of columns that are features, by topic.
 *
 * @param names of the features; `undefined` for a column that is none, shape [c]
 * @param rows  as in {@link sumExplanations}
 */
export function topicGroups(
  names: readonly (string | undefined)[],
  rows: readonly (readonly number[])[],
): readonly ColumnGroup[] {
  const means = names.map((_, at) => mean(rows.map((row) => row[at] ?? 0)));
  const featuresOf = (step: number): StepFeatures => {
    const value = (feature: string): number => rows[step]?.[names.indexOf(feature)] ?? 0;
    return {
      place: step + 1,
      length: rows.length,
      has: (feature) => value(feature) > 0,
      isHigh: (feature) => value(feature) > (means[names.indexOf(feature)] ?? 0),
    };
  };
  return FEATURE_TOPICS.flatMap(({ features, says }) => {
    const columns = names.flatMap((name, at) => (name !== undefined && features.includes(name) ? [at] : []));
    return columns.length === 0 ? [] : [{ columns, part: (step) => ({ says: says(featuresOf(step)) }) }];
  });
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
