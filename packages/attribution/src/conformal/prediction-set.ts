import { nonconformity } from "./nonconformity.ts";
import { type StepRange, stepsOf } from "./step-range.ts";
import { describeSteps, type StepsWithin, stepsWithin } from "./steps-within.ts";
import { promisedOf } from "./label-convention.ts";
import { describeGoal, type DrawnRank, labelsFor, smallestAlpha } from "./threshold-rank.ts";
import { checkThreshold, type Threshold } from "./threshold.ts";

/** Steps of a failed run that hold its decisive step with a stated probability. */
export interface PredictionSet {
  /** The steps, ascending, 0-based, at least one. */
  readonly steps: readonly number[];
  /** First to last of `steps`. The same steps but for `vanilla`, `vanilla-raw` and `list`, whose sets may have gaps. */
  readonly range: StepRange;
  /**
   * Probability, at the least, that `steps` holds the decisive step: over the draw of the calibration set and run. 1 where every step is in the set,
   * but not for labels by replay: a run that no replay recovers has no step to hold.
   */
  readonly level: number;
  /** Present where the rank behind the threshold was drawn: `level` is that of this rank, which may be less than asked for; `average` is met. */
  readonly drawn?: DrawnRank;
  /** `exact`: proven for any n and any scorer. `approximate`: measured only. `none`: no claim. */
  readonly guarantee: "exact" | "approximate" | "none";
  /** Present when every step is in the set because n is too small; `needed` is the n that this alpha takes. */
  readonly trivial?: { readonly reason: string; readonly needed: number };
  /** Present when n is too small and `smallSample: "max"` took what there was: less is promised than alpha asks for. */
  readonly shortfall?: { readonly reason: string; readonly needed: number };
  /** With `delta`: probability that the calibration behind the set covers at least 1 - alpha of the runs to come. */
  readonly confidence?: number;
  /** Present when no step passed the threshold and one step stands in for the empty set; says which and why. */
  readonly fallback?: string;
  /** Present when the scores were too flat to use, and the set is by position alone; says so. */
  readonly positionOnly?: string;
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
 * @param threshold  from `calibrateThreshold`; carries method and aggregation. For `crsvp` add the run's own draw:
 *   `{ ...threshold, draw }`
 * @returns the set, never empty
 * @throws {RangeError} on no step, a score that is NaN, infinite or negative, or a threshold that contradicts itself
 * @see arXiv:2605.06788, Section 3.1 and Appendix A.3 (fallback)
 */
export function predictionSet(stepScores: readonly number[], threshold: Threshold): PredictionSet {
  checkThreshold(threshold);
  return setAtThreshold(nonconformity(stepScores, threshold), threshold);
}

/**
 * The set, of nonconformities in place of step scores.
 *
 * @param scores    S(x, j), shape [l], l >= 1; above a finite threshold only the order of the least counts
 * @param threshold a checked threshold
 */
export function setAtThreshold(scores: readonly number[], threshold: Threshold): PredictionSet {
  if (threshold.value === Infinity) return fullSet(scores.length, threshold);
  const found = stepsWithin(scores, threshold.value, threshold.method);
  const { level, drawn, confidence, approximate } = threshold;
  const shortfall = shortfallOf(threshold);
  return {
    ...found,
    level,
    ...(drawn === undefined ? {} : { drawn }),
    guarantee: approximate === undefined ? "exact" : "approximate",
    ...(shortfall === undefined ? {} : { shortfall }),
    ...(confidence === undefined ? {} : { confidence }),
    reason: reasonFor(found, threshold),
  };
}

function fullSet(length: number, threshold: Threshold): PredictionSet {
  const range = { start: 0, end: length - 1 };
  const full = { steps: stepsOf(range), range, level: levelOfAll(threshold), guarantee: "exact" } as const;
  if (threshold.alpha === 0) return { ...full, reason: "Every step is in the set, as alpha 0 asks." };
  const trivial = tooFew(threshold);
  return { ...full, trivial, reason: `Every step is in the set: ${trivial.reason}.` };
}

/** By replay, the share of failures that some start recovered, the fresh one taken for one that none does. */
const levelOfAll = ({ convention, misses = 0, n }: Threshold): number =>
  convention === undefined ? 1 : (n - misses) / (n + 1);

function tooFew(threshold: Threshold): { readonly reason: string; readonly needed: number } {
  const { misses = 0, n } = threshold;
  const needed = labelsFor(threshold, misses);
  const bound = describeGoal(threshold);
  if (misses > 0)
    return {
      reason: `${bound} needs ${needed} labelled failures or more if ${misses} count as misses, and there are ${n}; ${allowed(threshold)}`,
      needed,
    };
  const reason = `${bound} needs ${needed} labelled failures or more, and there are ${threshold.n}`;
  return { reason, needed };
}

/** The least alpha that leaves steps out, as a clause; rounded up, since less does not do. */
function allowed({ misses = 0, n, ...goal }: Threshold): string {
  const least = Math.ceil(1e4 * smallestAlpha(n, misses, goal) - 1e-9) / 1e4;
  return least < 1 ? `the smallest alpha that they allow is ${least}` : "they allow no alpha below 1";
}

function shortfallOf(threshold: Threshold): PredictionSet["shortfall"] {
  const short = threshold.n < labelsFor(threshold) && threshold.rank === threshold.n;
  return short ? tooFew(threshold) : undefined;
}

function reasonFor(found: StepsWithin, threshold: Threshold): string {
  const shortfall = shortfallOf(threshold);
  const { fallback } = found;
  return [
    `${describeSteps(found)}, ${promise(threshold)}`,
    ...sureness(threshold),
    ...(shortfall === undefined ? [] : [`That is less than requested: ${shortfall.reason}.`]),
    ...(fallback === undefined ? [] : [`Here ${fallback}, which can only add coverage.`]),
  ].join(" ");
}

/** A share of sets, not of steps: the bound holds over many runs, not given this one. */
function promise(threshold: Threshold): string {
  const { alpha, n, rank, method, approximate } = threshold;
  const basis = `by ${method} at alpha ${alpha} from ${failuresOf(threshold)}`;
  const promised = `${promisedOf(threshold)}${onAverage(threshold)}`;
  return approximate === undefined
    ? `${basis}: at least ${rank} in ${n + 1} such sets are promised to ${promised}.`
    : `${basis}: about ${rank} in ${n + 1} such sets are meant to ${promised}, not guaranteed since ${approximate}.`;
}

/** The labelled failures behind a promise, and how many of them count as misses. */
export function failuresOf({
  misses = 0,
  n,
}: {
  readonly misses?: number | undefined;
  readonly n: number;
}): string {
  return misses === 0
    ? `${n} labelled failures`
    : `${n} labelled failures, ${misses} of them counted as misses`;
}

/** The second part of a promise whose rank was drawn; empty otherwise. */
export function onAverage({ drawn }: { readonly drawn?: DrawnRank | undefined }): string {
  return drawn === undefined
    ? ""
    : `, and ${Math.round(1e4 * drawn.average) / 1e4} on average over calibrations`;
}

function sureness({ alpha, confidence, approximate }: Threshold): readonly string[] {
  if (confidence === undefined) return [];
  // Rounded down: nothing is to sound surer than it is.
  const share = (value: number) => Math.floor(1000 * value + 1e-9) / 1000;
  const sure = approximate === undefined ? "With probability at least" : "With a probability of about";
  return [`${sure} ${share(confidence)} this calibration covers ${share(1 - alpha)} of the runs to come.`];
}
