import {
  type Attribution,
  type Calibration,
  nonconformityOf,
  scoredRun,
} from "@langgraph-rollback/attribution";
import { type ScoredRun, seededRandom } from "@langgraph-rollback/attribution/conformal";

import type { JudgedAttempt } from "./judged-attempt.ts";
import { labelledSteps, type LabelledSteps, labelNonconformity } from "./labelled-start.ts";

/** A failed attempt whose recorded scores a calibration's sets can be made of. */
export interface ScoredAttempt {
  readonly run: ScoredRun;
  /** Its set was made with this very calibration, so that it cannot be one of those that calibrated. */
  readonly isFresh: boolean;
  /** Known facts about its decisive steps. */
  readonly label?: {
    /** None of a failure that counts as a miss. */
    readonly named: LabelledSteps;
    /** Of the earliest; see `labelNonconformity`. */
    readonly nonconformity: number;
    readonly at: string;
    /** In [0, 1). */
    readonly draw: number;
  };
}

/** The attempts that the calibration's scorer has scored. */
export function scoredAttempts(
  attempts: readonly JudgedAttempt[],
  calibration: Calibration,
): readonly ScoredAttempt[] {
  return attempts.flatMap((attempt) => {
    const { attribution } = attempt;
    return attribution === undefined || !isOfScorer(attribution, calibration)
      ? []
      : [scored(attempt, attribution, calibration)];
  });
}

/** Whether the scores are those of the calibration's scorer. */
export function isOfScorer(attribution: Attribution, calibration: Calibration): boolean {
  return attribution.scorerFingerprint === calibration.scorerFingerprint;
}

/** Whether the set was made with this calibration, as far as what is recorded tells. */
export function isMadeWith(attribution: Attribution, calibration: Calibration): boolean {
  const isSameStep = attribution.calibrated?.convention === calibration.convention;
  return isOfScorer(attribution, calibration) && attribution.n === calibration.n && isSameStep;
}

function scored(attempt: JudgedAttempt, attribution: Attribution, calibration: Calibration): ScoredAttempt {
  const { label, missed, trajectory } = attempt;
  const run = scoredRun({ id: trajectory }, attribution.scores);
  const found = label ?? missed;
  const named = labelledSteps(label);
  return {
    run,
    isFresh: isMadeWith(attribution, calibration),
    ...(found === undefined
      ? {}
      : {
          label: {
            named,
            nonconformity: labelNonconformity(nonconformityOf(calibration)(run), named),
            at: found.at,
            draw: seededRandom(run.draw)(),
          },
        }),
  };
}
