import { calibrateThreshold, type CalibrateThresholdOptions } from "./calibrate-threshold.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import type { DensityRatioShape } from "./density-ratio-levels.ts";
import { atLabel, type LabelledScores } from "./labelled-scores.ts";
import { nonconformity } from "./nonconformity.ts";
import { type PredictionSet, predictionSet } from "./prediction-set.ts";
import type { Threshold } from "./threshold.ts";

/** Levels closer than this tell nothing. */
const FLAT = 1e-6;

/** The filtration whose sets have the same shape. */
const FILTRATION = { interval: "two-way", suffix: "left", prefix: "right" } as const;

/** A density-ratio threshold and, should the scores tell nothing, one by position alone. */
export interface FlatAwareThreshold {
  readonly byScores: Threshold;
  /** Of left, right or two-way filtration, for runs whose steps all score 1. */
  readonly byPosition: Threshold;
  /** How many of the n labelled failures have flat scores. */
  readonly flat: number;
}

/** A set, and whether the scores had a say in it. */
export interface FlatAwareSet extends PredictionSet {
  /** Present when the scores were too flat to use, and the set is by position alone; says so. */
  readonly positionOnly?: string;
}

/**
 * Whether a density-ratio method can tell the steps of a trajectory apart: not where its levels differ by less than 1e-6,
 * since all steps then enter the set at once. Of one step there is nothing to tell.
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
 * Calibrates a density-ratio method and the filtration by position that stands in for it where most scores are flat. Flat
 * scores, a constant scorer's say, give sets of every step or of one; where errors lie still tells something.
 *
 * @param calibration n labelled failures, exchangeable with the runs that follow
 * @param options     `interval` falls back on `two-way`, `suffix` on `left`, `prefix` on `right`
 * @throws {RangeError} {@link SmallSampleError} as `calibrateThreshold` does; on a decisive step outside its trajectory
 */
export function flatAwareThreshold(
  calibration: readonly LabelledScores[],
  options: Omit<CalibrateThresholdOptions, "method" | "delta" | "aggregation" | "draw"> & {
    readonly method: DensityRatioShape;
  },
): FlatAwareThreshold {
  const byPosition = { ...options, method: FILTRATION[options.method] };
  const positions = calibration.map((failure) => ({ ...failure, stepScores: evenly(failure.stepScores) }));
  return {
    byScores: calibrateThreshold(atLabels(calibration, options), options),
    byPosition: calibrateThreshold(atLabels(positions, byPosition), byPosition),
    flat: calibration.filter(({ stepScores }) => isFlat(stepScores, options.method)).length,
  };
}

/**
 * The set at a {@link flatAwareThreshold}: by position alone if the scores of more than half of the n labelled failures and
 * the run itself are flat.
 *
 * Its guarantee is exact. The run counts as one of n + 1 in the decision, and labels do not count; so whichever of the
 * n + 1 was the fresh one, the decision would have been the same, and given the decision they are still exchangeable. To
 * decide by the n alone would favour them, and be approximate.
 *
 * @throws {RangeError} as `predictionSet` does
 */
export function flatAwareSet(
  stepScores: readonly number[],
  { byScores, byPosition, flat }: FlatAwareThreshold,
): FlatAwareSet {
  const shape = shapeOf(byScores);
  const all = byScores.n + 1;
  const flatOnes = flat + (isFlat(stepScores, shape) ? 1 : 0);
  if (2 * flatOnes <= all) return predictionSet(stepScores, byScores);
  const set = predictionSet(evenly(stepScores), byPosition);
  if (byPosition.value === Infinity) return set;
  const positionOnly = `the scores of ${flatOnes} of ${all} runs do not tell steps apart, so positions alone decide`;
  return { ...set, positionOnly, reason: `${set.reason} Here ${positionOnly}.` };
}

/** Scores that say nothing: filtration then goes by position. */
function evenly(stepScores: readonly number[]): readonly number[] {
  return stepScores.map(() => 1);
}

function atLabels(calibration: readonly LabelledScores[], options: ConformalOptions): readonly number[] {
  return calibration.map(({ stepScores, decisiveStep }) =>
    atLabel(nonconformity(stepScores, options), decisiveStep),
  );
}

function shapeOf({ method }: Threshold): DensityRatioShape {
  if (method === "interval" || method === "suffix" || method === "prefix") return method;
  throw new RangeError(
    `Expected \`byScores.method\` to be "interval", "suffix" or "prefix", got "${method}".`,
  );
}
