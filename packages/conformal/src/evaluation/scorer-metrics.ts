import type { EvaluationExample } from "./prepare-example.ts";

/** How well step scores tell decisive steps from others, without any calibration. */
export interface ScorerMetrics {
  /** Probability that a decisive step scores above another one, both drawn from all trajectories; a tie counts half. */
  readonly auroc: number;
  /** Average precision of calling steps decisive, highest scores first; ties are called together. */
  readonly auprc: number;
  /**
   * Share of the trajectories whose top-scored step lies within t steps of the decisive one, at t = 0..5. Of equal
   * top scores each is as likely to be taken.
   */
  readonly accuracyWithin: readonly number[];
}

const TOLERANCES = [0, 1, 2, 3, 4, 5];

/**
 * AUROC, AUPRC and accuracy of step scores.
 *
 * @param examples labelled trajectories, at least one, by a scorer that was not fitted on them; scores have to be
 *   comparable between trajectories
 * @returns AUROC is NaN when every trajectory has one step only, for then there is nothing to tell apart
 * @throws {RangeError} if there is no example
 */
export function scorerMetrics(examples: readonly EvaluationExample[]): ScorerMetrics {
  if (examples.length === 0) throw new RangeError("Expected at least one example, got 0.");
  const steps = examples.flatMap(({ decisiveStep, stepScores }) =>
    stepScores.map((score, step) => ({ score, decisive: step === decisiveStep })),
  );
  const levels = levelsOf(steps.toSorted((a, b) => b.score - a.score));
  return {
    auroc: auroc(levels),
    auprc: averagePrecision(levels),
    accuracyWithin: TOLERANCES.map((tolerance) => accuracy(examples, tolerance)),
  };
}

/** Steps that share one score. */
interface Level {
  readonly decisive: number;
  readonly others: number;
}

function levelsOf(descending: readonly { readonly score: number; readonly decisive: boolean }[]) {
  const levels: { decisive: number; others: number }[] = [];
  let previous: number | undefined;
  for (const { decisive, score } of descending) {
    if (score !== previous) levels.push({ decisive: 0, others: 0 });
    previous = score;
    const level = levels.at(-1);
    if (level !== undefined) level[decisive ? "decisive" : "others"] += 1;
  }
  return levels;
}

function auroc(descending: readonly Level[]): number {
  let above = 0;
  let wins = 0;
  let others = 0;
  for (const level of descending) {
    wins += level.others * (above + level.decisive / 2);
    above += level.decisive;
    others += level.others;
  }
  return wins / (above * others);
}

function averagePrecision(descending: readonly Level[]): number {
  let found = 0;
  let called = 0;
  let sum = 0;
  for (const { decisive, others } of descending) {
    found += decisive;
    called += decisive + others;
    sum += decisive * (found / called);
  }
  return sum / found;
}

function accuracy(examples: readonly EvaluationExample[], tolerance: number): number {
  const hits = examples.map(({ decisiveStep, stepScores }) => {
    const highest = stepScores.reduce((most, score) => Math.max(most, score), -Infinity);
    const top = stepScores.flatMap((score, step) => (score === highest ? [step] : []));
    return top.filter((step) => Math.abs(step - decisiveStep) <= tolerance).length / top.length;
  });
  return hits.reduce((sum, hit) => sum + hit, 0) / examples.length;
}
