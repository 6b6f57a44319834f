import type { ConformalMethod } from "../conformal-method.ts";
import type { DensityRatioShape } from "../density-ratio-levels.ts";
import { nonconformity } from "../nonconformity.ts";
import type { LabelledRun, ScoredRun } from "./scored-run.ts";
import type { SetRule } from "./set-rule.ts";
import type { MethodOptions } from "./threshold-rule.ts";

/** Levels closer than this tell nothing. */
const FLAT = 1e-6;

/** The filtration whose sets have the same shape. */
const FILTRATION = { interval: "two-way", suffix: "left", prefix: "right" } as const;

/** The shape of a density-ratio method; `undefined` of the other methods. */
export function densityRatioShape(method: ConformalMethod): DensityRatioShape | undefined {
  return method === "interval" || method === "suffix" || method === "prefix" ? method : undefined;
}

/**
 * Whether a density-ratio method can tell the steps of a run apart: not where its levels differ by less than 1e-6, since all
 * steps then enter the set at once. Of one step there is nothing to tell.
 */
export function isFlat(stepScores: readonly number[], shape: DensityRatioShape): boolean {
  const levels = nonconformity(stepScores, { method: shape });
  let [least, most] = [Infinity, -Infinity];
  for (const level of levels) {
    least = Math.min(least, level);
    most = Math.max(most, level);
  }
  return levels.length > 1 && most - least < FLAT;
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
  const flat = failures.filter((failure) => isFlatRun(failure, shape)).length;
  const all = failures.length + 1;
  // Positions are compared only if they can matter.
  if (2 * (flat + 1) <= all) return byScores;
  const byPosition = ruleOf(failures.map(evenRun), { ...rest, method: FILTRATION[shape] });
  return {
    n: byScores.n,
    setOf: (run) => {
      const flatOnes = flat + (isFlatRun(run, shape) ? 1 : 0);
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

const flatRuns = new WeakMap<ScoredRun, Map<DensityRatioShape, boolean>>();

function isFlatRun(run: ScoredRun, shape: DensityRatioShape): boolean {
  const known = flatRuns.get(run) ?? new Map<DensityRatioShape, boolean>();
  flatRuns.set(run, known);
  const found = known.get(shape) ?? isFlat(run.stepScores, shape);
  known.set(shape, found);
  return found;
}
