import { conformalOptions } from "@langgraph-rollback/attribution/conformal-options";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";
import type { Attribution, Calibration } from "@langgraph-rollback/attribution";
import { nonconformity } from "@langgraph-rollback/conformal";

import type { JudgedAttempt } from "./judged-attempt.ts";

/** A failed attempt whose recorded scores a calibration's threshold can be held against. */
export interface ScoredAttempt {
  /** S(x, j) of each step, by the calibration's method. */
  readonly nonconformities: readonly number[];
  /** Its set was made with this very calibration, so that it cannot be one of those that calibrated. */
  readonly isFresh: boolean;
  /** What is known of its decisive step. */
  readonly label?: { readonly nonconformity: number; readonly at: string; readonly draw: number };
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
  return isOfScorer(attribution, calibration) && attribution.n === calibration.n;
}

function scored(attempt: JudgedAttempt, attribution: Attribution, calibration: Calibration): ScoredAttempt {
  const { label, trajectory } = attempt;
  const draw = trajectoryDraw({ id: trajectory });
  const nonconformities = nonconformity(attribution.scores, { ...conformalOptions(calibration), draw });
  const value = label === undefined ? undefined : nonconformities[label.decisiveStep];
  return {
    nonconformities,
    isFresh: isMadeWith(attribution, calibration),
    ...(label === undefined || value === undefined
      ? {}
      : { label: { nonconformity: value, at: label.at, draw } }),
  };
}
