import type { StepRange } from "../conformal/step-range.ts";
import { stepFeatures } from "../features/feature-set.ts";
import type { FeatureCache } from "../scorers/feature-cache.ts";
import type { FailureEvidence, TriedStart } from "./failure-evidence.ts";

/** All that is known about the first mistake of one failed attempt, without its text. */
export interface EvidenceRows {
  /** Id of its trajectory. */
  readonly id: string;
  /** Features of its steps, shape [l, f]: numbers by which no text can be read. */
  readonly rows: readonly (readonly number[])[];
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
  return {
    id: trajectory.id,
    rows: features?.rowsOf(trajectory) ?? stepFeatures(trajectory),
    tried,
    ...(mistake === undefined ? {} : { mistake }),
  };
}
