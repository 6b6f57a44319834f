import { mayHaveGaps } from "../method-traits.ts";
import { labelsNeeded } from "../conformal-rank.ts";
import type { PredictionSet } from "../prediction-set.ts";
import { stepsOf } from "../step-range.ts";
import { describeSteps, type StepsWithin, stepsWithin } from "../steps-within.ts";
import { weightedQuantiles } from "../weighted-quantile.ts";
import { nonconformitiesBy } from "./run-nonconformity.ts";
import { firstDecisive, type LabelledRun, type ScoredRun } from "./scored-run.ts";
import type { PlantedRates } from "./set-options.ts";
import type { SetRule } from "./set-rule.ts";
import { labelNonconformity, type MethodOptions } from "./threshold-rule.ts";

/**
 * How many times as likely the first mistake of a natural failure is to be step y of a run of l steps, as a planted one is.
 *
 * A fault is planted evenly into a run that would have succeeded: (1 - e)^l / l. A natural first mistake comes after y steps
 * without one: e (1 - e)^y. Both are divided by how often such runs occur, the success rate s and 1 - s.
 */
export function plantedWeight(
  length: number,
  step: number,
  { errorRate, successRate }: PlantedRates,
): number {
  const odds = (errorRate * successRate) / (1 - successRate);
  return odds * length * (1 - errorRate) ** (step - length);
}

/**
 * Sets for natural failures from planted labels: each label counts as its position is more or less likely among natural
 * failures. Step j of a run is in the set if S(x, j) is at or below the weighted quantile with the weight of (l, j) at
 * infinity. Of a method that gives ranges, the set is the hull.
 *
 * Natural labels among them count too: all are taken for draws from the mixture of both kinds. The coverage is approximate,
 * since the rates are estimated, and since only positions are corrected: a planted fault may look different, too.
 *
 * @see Tibshirani, Barber, Candes and Ramdas, arXiv:1904.06019, Theorem 2
 */
export function weightedRule(
  failures: readonly LabelledRun[],
  options: MethodOptions,
  rates: PlantedRates,
): SetRule {
  const scoresOf = nonconformitiesBy(options);
  const planted = failures.filter((failure) => failure.planted === true).length / failures.length;
  const weigh = (length: number, step: number): number =>
    1 / (1 - planted + planted / plantedWeight(length, step, rates));
  const weights = failures.map((failure) => weigh(failure.stepScores.length, firstDecisive(failure)));
  const quantileAt = weightedQuantiles(
    failures.map((failure) => labelNonconformity(scoresOf(failure), failure, "first")),
    weights,
    options.alpha,
    options.u,
  );
  const setOf = (run: ScoredRun): PredictionSet => {
    const length = run.stepScores.length;
    const own = run.stepScores.map((_, step) => weigh(length, step));
    const thresholds = own.map((weight) => quantileAt(weight).value);
    const scores = scoresOf(run);
    if (thresholds.every((value) => value === Infinity))
      return everyStep(
        length,
        weights,
        own.reduce((least, each) => Math.min(least, each)),
        options,
      );
    const steps = stepsOf({ start: 0, end: length - 1 }).filter(
      (step) => (scores[step] ?? Infinity) <= (thresholds[step] ?? Infinity),
    );
    return describe(foundIn(steps, scores, options), failures.length, options);
  };
  return { n: failures.length, setOf };
}

function foundIn(
  steps: readonly number[],
  scores: readonly number[],
  { method }: MethodOptions,
): StepsWithin {
  const [start] = steps;
  if (start === undefined) return stepsWithin(scores, -Infinity, method);
  const range = { start, end: steps.at(-1) ?? start };
  return { range, steps: mayHaveGaps(method) ? steps : stepsOf(range) };
}

/** @param own least weight of one of the run's steps: labels have to outweigh it by (1 - alpha) / alpha */
function everyStep(
  length: number,
  weights: readonly number[],
  own: number,
  { alpha }: MethodOptions,
): PredictionSet {
  const n = weights.length;
  const range = { start: 0, end: length - 1 };
  const full = { steps: stepsOf(range), range, level: 1, guarantee: "exact" } as const;
  if (alpha === 0) return { ...full, reason: "Every step is in the set, as alpha 0 asks." };
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / n;
  const needed = Math.max(labelsNeeded(alpha), Math.ceil((own * (1 - alpha)) / (alpha * mean)));
  const reason = `alpha ${alpha} needs about ${needed} labelled failures or more, weighed by position, and there are ${n}`;
  return { ...full, trivial: { reason, needed }, reason: `Every step is in the set: ${reason}.` };
}

function describe(
  found: StepsWithin,
  n: number,
  { alpha, approximate, method }: MethodOptions,
): PredictionSet {
  const level = 1 - alpha;
  const also = approximate === undefined ? "" : ` It is approximate also since ${approximate}.`;
  const aside = found.fallback === undefined ? "" : ` Here ${found.fallback}, which can only add coverage.`;
  return {
    ...found,
    level,
    guarantee: "approximate",
    reason: `${describeSteps(found)}, by ${method} at alpha ${alpha} from ${n} labelled failures, planted ones weighed by their position: about ${Math.round(level * 1e4) / 1e4} of such sets are meant to contain the decisive step, as far as the error rate is known.${also}${aside}`,
  };
}
