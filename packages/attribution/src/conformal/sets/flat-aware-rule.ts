import type { ConformalMethod } from "../conformal-method.ts";
import type { DensityRatioShape } from "../density-ratio-levels.ts";
import { nonconformity } from "../nonconformity.ts";
import { densityRatios } from "../step-scores.ts";
import type { LabelledRun, ScoredRun } from "./scored-run.ts";
import type { SetRule } from "./set-rule.ts";
import type { MethodOptions } from "./threshold-rule.ts";

/** Values closer than this tell nothing. */
const ALIKE = 1e-6;

/** The filtration whose sets have the same shape. */
const FILTRATION = { interval: "two-way", suffix: "left", prefix: "right" } as const;

/** The shape of a density-ratio method; `undefined` of the other methods. */
export function densityRatioShape(method: ConformalMethod): DensityRatioShape | undefined {
  return method === "interval" || method === "suffix" || method === "prefix" ? method : undefined;
}

/** Whether all steps of a run score alike, as far as their density ratios tell. Of one step there is nothing to tell. */
export function isFlat(stepScores: readonly number[]): boolean {
  return areAlike(densityRatios(stepScores));
}

/**
 * Whether all steps of a run enter a density-ratio set at once. Flat scores do; so do scores that point at the first step, for a suffix, although they
 * tell much.
 */
export function entersAtOnce(stepScores: readonly number[], shape: DensityRatioShape): boolean {
  return areAlike(nonconformity(stepScores, { method: shape }));
}

function areAlike(values: readonly number[]): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return values.length > 1 && most - least < ALIKE;
}

/**
 * Sets by a density-ratio method; by position alone where scores cannot say where a set is to begin: those of more than half of the n labelled failures
 * and the run itself are flat, or the steps of each of these runs enter at once. Such scores give sets of every step or of one; where errors lie
 * still tells something.
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
  const byScores = ruleOf(failures, options);
  const { canMatter, flatOnes } = flatness(failures, shape);
  if (!canMatter) return byScores;
  const all = failures.length + 1;
  const byPosition = ruleOf(failures.map(evenRun), positionOptions(options, shape));
  return {
    n: byScores.n,
    setOf: (run) => {
      const flat = flatOnes(run);
      if (flat === undefined) return byScores.setOf(run);
      const set = byPosition.setOf(evenRun(run));
      if (set.trivial !== undefined || options.alpha === 0) return set;
      const positionOnly = `the scores of ${flat} of ${all} runs do not tell steps apart, so positions alone decide`;
      return { ...set, positionOnly, reason: `${set.reason} Here ${positionOnly}.` };
    },
  };
}

/** How many of the runs are flat, the one that is predicted among them. */
export interface Flatness {
  /** Whether positions can decide about any run. */
  readonly canMatter: boolean;
  /** How many runs are flat where positions decide about this one; `undefined` where its scores do. */
  readonly flatOnes: (run: ScoredRun) => number | undefined;
}

/** Whether sets go by scores or by position; see `flatAwareRule`. */
export function flatness(failures: readonly ScoredRun[], shape: DensityRatioShape): Flatness {
  let [flat, allAtOnce] = [0, true];
  for (const failure of failures) {
    const telling = tellingOf(failure, shape);
    if (telling.isFlat) flat += 1;
    if (!telling.entersAtOnce) allAtOnce = false;
  }
  const all = failures.length + 1;
  return {
    canMatter: 2 * (flat + 1) > all || allAtOnce,
    flatOnes: (run) => {
      const telling = tellingOf(run, shape);
      const flatOnes = allAtOnce && telling.entersAtOnce ? all : flat + (telling.isFlat ? 1 : 0);
      return 2 * flatOnes <= all ? undefined : flatOnes;
    },
  };
}

/** The options by which sets go by position alone, where the shape is this one. */
export function positionOptions(options: MethodOptions, shape: DensityRatioShape): MethodOptions {
  const { shares: _, aggregation: __, ...rest } = options;
  return { ...rest, method: FILTRATION[shape] };
}

/** The run with scores without information: filtration then depends on position. */
export function evenRun<Run extends ScoredRun>(run: Run): Run {
  return { ...run, stepScores: run.stepScores.map(() => 1) };
}

/** Facts that the scores of a run can tell a method. */
interface Telling {
  readonly isFlat: boolean;
  readonly entersAtOnce: boolean;
}

const known = new WeakMap<ScoredRun, Map<DensityRatioShape, Telling>>();

function tellingOf(run: ScoredRun, shape: DensityRatioShape): Telling {
  const ofRun = known.get(run) ?? new Map<DensityRatioShape, Telling>();
  known.set(run, ofRun);
  const { stepScores } = run;
  const found = ofRun.get(shape) ?? {
    isFlat: isFlat(stepScores),
    entersAtOnce: entersAtOnce(stepScores, shape),
  };
  ofRun.set(shape, found);
  return found;
}
