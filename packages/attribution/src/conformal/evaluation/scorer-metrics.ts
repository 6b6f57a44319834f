import type { LabelledScores } from "../labelled-scores.ts";

/** How well step scores tell decisive steps from the others of their trajectory, without any calibration. */
export interface ScorerMetrics {
  /**
   * Mean over trajectories of the probability that the decisive step scores above another step; a tie counts half. 0.5
   * is what equal scores get.
   */
  readonly auroc: number;
  /** Mean over trajectories of the average precision of calling steps decisive, highest first; ties go together. */
  readonly auprc: number;
  /**
   * Share of the trajectories whose top-scored step lies within t steps of the decisive one, at t = 0..5. Of equal
   * top scores each is as likely to be taken.
   */
  readonly accuracyWithin: readonly number[];
}

const TOLERANCES = [0, 1, 2, 3, 4, 5];

/**
 * AUROC, AUPRC and accuracy of step scores, for the task of finding one step among l. They are taken trajectory by
 * trajectory and averaged: pooled over steps, a short trajectory's would count as well scored for being short.
 *
 * @param examples labelled trajectories, at least one, by a scorer that was not fitted on them
 * @returns AUROC leaves out trajectories of one step; it is NaN if there is no other
 * @throws {RangeError} if there is no example
 */
export function scorerMetrics(examples: readonly LabelledScores[]): ScorerMetrics {
  if (examples.length === 0) throw new RangeError("Expected at least one example, got 0.");
  const longer = examples.filter(({ stepScores }) => stepScores.length > 1);
  return {
    auroc: mean(longer.map(auroc)),
    auprc: mean(examples.map(averagePrecision)),
    accuracyWithin: TOLERANCES.map((tolerance) =>
      mean(examples.map((example) => topWithin(example, tolerance))),
    ),
  };
}

function auroc(example: LabelledScores): number {
  const { above, equal } = rivals(example);
  return 1 - (above + equal / 2) / (example.stepScores.length - 1);
}

/** One step is to be found: precision when it is. */
function averagePrecision(example: LabelledScores): number {
  const { above, equal } = rivals(example);
  return 1 / (above + equal + 1);
}

/** Other steps that score above the decisive one, or as it does. */
function rivals({ decisiveStep, stepScores }: LabelledScores) {
  const own = stepScores[decisiveStep] ?? Number.NaN;
  const above = stepScores.filter((score) => score > own).length;
  return { above, equal: stepScores.filter((score) => score === own).length - 1 };
}

function topWithin({ decisiveStep, stepScores }: LabelledScores, tolerance: number): number {
  const highest = stepScores.reduce((most, score) => Math.max(most, score), -Infinity);
  const top = stepScores.flatMap((score, step) => (score === highest ? [step] : []));
  return top.filter((step) => Math.abs(step - decisiveStep) <= tolerance).length / top.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
