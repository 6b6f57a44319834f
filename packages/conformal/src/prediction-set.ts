import type { ConformalMethod } from "./conformal-options.ts";
import { labelsNeeded } from "./conformal-rank.ts";
import { nonconformity } from "./nonconformity.ts";
import { type StepRange, stepsOf } from "./step-range.ts";
import { checkThreshold, type Threshold } from "./threshold.ts";

/** Steps of a failed run that hold its decisive step with a stated probability. */
export interface PredictionSet {
  /** The steps, ascending, 0-based, at least one. */
  readonly steps: readonly number[];
  /** First to last of `steps`. The same steps for every method but `vanilla`, whose sets may have gaps. */
  readonly range: StepRange;
  /** Probability, at the least, that `steps` holds the decisive step: over the draw of the calibration set and run. */
  readonly level: number;
  /** `exact`: proven for any n and any scorer. `approximate`: measured only. `none`: no claim. */
  readonly guarantee: "exact" | "approximate" | "none";
  /** Present when every step is in the set because n is too small; `needed` is the n that this alpha takes. */
  readonly trivial?: { readonly reason: string; readonly needed: number };
  /** Present when no step passed the threshold and one step stands in for the empty set; says which and why. */
  readonly fallback?: string;
  /** One sentence for people. */
  readonly reason: string;
}

/**
 * The steps at or below a calibrated threshold.
 *
 * Sets are nested: a smaller alpha, from the same calibration, never drops a step. Three sets are special. At alpha 0
 * every step is in, by request. Where n is too small for alpha every step is in, flagged `trivial`. Where no step
 * passes, the step of the least nonconformity stands in, flagged `fallback` (of several, the last for `left` and
 * `suffix`, else the first); it can only add coverage.
 *
 * @param stepScores suspicion of each step of the run, shape [l], by the scorer that was calibrated
 * @param threshold  from `calibrateThreshold`; carries method and aggregation
 * @returns the set, never empty
 * @throws {RangeError} on no step, a score that is NaN, infinite or negative, or a threshold that contradicts itself
 * @see arXiv:2605.06788, Section 3.1 and Appendix A.3 (fallback)
 */
export function predictionSet(stepScores: readonly number[], threshold: Threshold): PredictionSet {
  checkThreshold(threshold);
  const scores = nonconformity(stepScores, threshold);
  if (threshold.value === Infinity) return fullSet(scores.length, threshold);
  const within = (score: number) => score <= threshold.value;
  const range = { start: scores.findIndex(within), end: scores.findLastIndex(within) };
  if (range.start === -1) return fallbackSet(scores, threshold);
  const steps = stepsOf(range).filter((step) => within(scores[step] ?? Infinity));
  const reason = `${describe(steps, range)}, ${promise(threshold)}`;
  return { steps, range, level: threshold.level, guarantee: "exact", reason };
}

function fullSet(length: number, { alpha, n }: Threshold): PredictionSet {
  const range = { start: 0, end: length - 1 };
  const full = { steps: stepsOf(range), range, level: 1, guarantee: "exact" } as const;
  if (alpha === 0) return { ...full, reason: "Every step is in the set, as alpha 0 asks." };
  const needed = labelsNeeded(alpha);
  const reason = `alpha ${alpha} needs ${needed} labelled failures or more, and there are ${n}`;
  return { ...full, trivial: { reason, needed }, reason: `Every step is in the set: ${reason}.` };
}

function fallbackSet(scores: readonly number[], threshold: Threshold): PredictionSet {
  const step = leastNonconforming(scores, threshold.method);
  const fallback = `no step is at or below the threshold ${threshold.value}; step ${step}, the closest, stands in`;
  const reason = `Step ${step} alone, ${promise(threshold)} Here ${fallback}, which can only add coverage.`;
  const range = { start: step, end: step };
  return { steps: [step], range, level: threshold.level, guarantee: "exact", fallback, reason };
}

/** The step that every set of the method holds, so that a fallback stays nested in larger sets. */
function leastNonconforming(scores: readonly number[], method: ConformalMethod): number {
  const least = scores.reduce((a, b) => Math.min(a, b), Infinity);
  const growsFromTheEnd = method === "left" || method === "suffix";
  return growsFromTheEnd ? scores.lastIndexOf(least) : scores.indexOf(least);
}

function describe(steps: readonly number[], { start, end }: StepRange): string {
  if (start === end) return `Step ${start} alone`;
  const gaps = end - start + 1 > steps.length;
  return gaps ? `${steps.length} steps from ${start} to ${end}` : `Steps ${start} to ${end}`;
}

/** A share of sets, not of steps: the bound holds over many runs, not given this one. */
function promise({ alpha, n, rank, method }: Threshold): string {
  const basis = `by ${method} at alpha ${alpha} from ${n} labelled failures`;
  return `${basis}: at least ${rank} in ${n + 1} such sets hold the decisive step.`;
}
