import type { StepRange } from "../conformal/step-range.ts";
import { FEATURE_NAMES, stepFeatures } from "../features/feature-set.ts";
import { type Surprise, surpriseFeatures, surprisesOf } from "../features/surprise-features.ts";
import type { FeatureCache } from "../scorers/feature-cache.ts";
import type { FailureEvidence, TriedStart } from "./failure-evidence.ts";

/** All that is known about the first mistake of one failed attempt, without its text. */
export interface EvidenceRows {
  /** Id of its trajectory. */
  readonly id: string;
  /** Features of its steps, shape [l, f]: numbers by which no text can be read. */
  readonly rows: readonly (readonly number[])[];
  /** Features of the log-probabilities of its steps' tokens, shape [l]; absent where none were recorded. */
  readonly surprises?: readonly Surprise[];
  /** As in {@link FailureEvidence}. */
  readonly tried: readonly TriedStart[];
  /** As in {@link FailureEvidence}. */
  readonly mistake?: StepRange;
}

/**
 * The numbers that `fitOutcomeScorer` sees of a failed attempt. They are of the version of the features that this package has; `FEATURE_SET` names it.
 *
 * @param features reads each attempt once, if it is given
 */
export function evidenceRows(
  { mistake, tried, trajectory }: FailureEvidence,
  features?: FeatureCache,
): EvidenceRows {
  const surprises = features === undefined ? surprisesOf(trajectory.steps) : features.surprisesOf(trajectory);
  return {
    id: trajectory.id,
    rows: features?.rowsOf(trajectory) ?? stepFeatures(trajectory),
    ...(surprises === undefined ? {} : { surprises }),
    tried,
    ...(mistake === undefined ? {} : { mistake }),
  };
}

/** @internal The features of these names, shape [l, f]; 0 for those of log-probabilities where none were recorded. */
export function namedRows(
  { rows, surprises }: Pick<EvidenceRows, "rows" | "surprises">,
  names: readonly string[],
): readonly (readonly number[])[] {
  const columns = names.map((name) => FEATURE_NAMES.indexOf(name));
  const told = names.map((name) => surpriseFeatures.names.find((each) => each === name));
  return rows.map((row, step) =>
    columns.map((column, at) => {
      const name = told[at];
      return (name === undefined ? row[column] : surprises?.[step]?.[name]) ?? 0;
    }),
  );
}
