import type { ConformalMethod } from "../conformal-method.ts";
import type { DensityRatioShape } from "../density-ratio-levels.ts";
import { densityRatios } from "../step-scores.ts";
import type { LabelledRun, ScoredRun } from "./scored-run.ts";
import type { SetRule } from "./set-rule.ts";
import type { MethodOptions } from "./threshold-rule.ts";

/** Density ratios closer than this tell nothing. */
const FLAT = 1e-6;

/** The filtration whose sets have the same shape. */
const FILTRATION = { interval: "two-way", suffix: "left", prefix: "right" } as const;

/** The shape of a density-ratio method; `undefined` of the other methods. */
export function densityRatioShape(method: ConformalMethod): DensityRatioShape | undefined {
  return method === "interval" || method === "suffix" || method === "prefix" ? method : undefined;
}

/**
 * Whether scores tell the steps of a run apart: not where their density ratios differ by less than 1e-6. Of one step there is
 * nothing to tell. A run whose first step is the most suspicious one is not flat, although all its steps enter a suffix at once.
 */
export function isFlat(stepScores: readonly number[]): boolean {
  const ratios = densityRatios(stepScores);
  let [least, most] = [Infinity, -Infinity];
  for (const ratio of ratios) {
    least = Math.min(least, ratio);
    most = Math.max(most, ratio);
  }
  return ratios.length > 1 && most - least < FLAT;
}

/**
 * Sets by a density-ratio method; by position alone where the scores of more than half of the n labelled failures and the run
 * itself are flat. Flat scores, a constant scorer's say, give sets of every step or of one; where errors lie still tells
 * something.
 *
 * The guarantee stays what it was. The run counts as one of n + 1 in the decision, and labels do not count; so whichever of
 * the n + 1 was the fresh one, the decision would have been the same, and given the decision they are still exchangeable. To
 * decide by the n alone would favour them.
 *
 * @param ruleOf calibrates one method on runs
 */
export function flatAwareRule(
  failures: readonly LabelledRun[],
  shape: DensityRatioShape,
  options: MethodOptions,
  ruleOf: (failures: readonly LabelledRun[], options: MethodOptions) => SetRule,
): SetRule {
  const { shares: _, aggregation: __, ...rest } = options;
  const byScores = ruleOf(failures, options);
  const flat = failures.filter((failure) => isFlatRun(failure)).length;
  const all = failures.length + 1;
  // Positions are compared only if they can matter.
  if (2 * (flat + 1) <= all) return byScores;
  const byPosition = ruleOf(failures.map(evenRun), { ...rest, method: FILTRATION[shape] });
  return {
    n: byScores.n,
    setOf: (run) => {
      const flatOnes = flat + (isFlatRun(run) ? 1 : 0);
      if (2 * flatOnes <= all) return byScores.setOf(run);
      const set = byPosition.setOf(evenRun(run));
      if (set.trivial !== undefined || options.alpha === 0) return set;
      const positionOnly = `the scores of ${flatOnes} of ${all} runs do not tell steps apart, so positions alone decide`;
      return { ...set, positionOnly, reason: `${set.reason} Here ${positionOnly}.` };
    },
  };
}

/** The run with scores without information: filtration then depends on position. */
function evenRun<Run extends ScoredRun>(run: Run): Run {
  return { ...run, stepScores: run.stepScores.map(() => 1) };
}

const flatRuns = new WeakMap<ScoredRun, boolean>();

function isFlatRun(run: ScoredRun): boolean {
  const found = flatRuns.get(run) ?? isFlat(run.stepScores);
  flatRuns.set(run, found);
  return found;
}
