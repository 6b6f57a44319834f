import { calibrateThreshold } from "./calibrate-threshold.ts";
import type { ConformalMethod } from "./conformal-method.ts";
import { isDrawn } from "./method-traits.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import { type Band, costAt, type CostCurve, costCurve, type SelectionCost, sumCurves } from "./cost-curve.ts";
import { atLabel, type LabelledScores } from "./labelled-scores.ts";
import { type LabelConvention, promisedOf } from "./label-convention.ts";
import { nonconformity } from "./nonconformity.ts";
import { failuresOf, onAverage, type PredictionSet, predictionSet } from "./prediction-set.ts";
import { stepsOf } from "./step-range.ts";
import { describeSteps, stepsWithin } from "./steps-within.ts";
import type { Threshold } from "./threshold.ts";

const MOST_METHODS = 8;

/** The methods to choose from, and the cost to choose by. */
export interface SelectionOptions {
  /** One to eight, with their aggregations if they take one; of two that cost the same, the earlier is chosen. */
  readonly methods: readonly (ConformalMethod | ConformalOptions)[];
  /** Tolerated miss rate, in [0, 1). 0 asks for every step. */
  readonly alpha: number;
  /** `size` for debugging, `start` for rollback; default `size`. */
  readonly cost?: SelectionCost;
  /** In [0, 1): draws the rank, as `CoverageGoal` says. */
  readonly u?: number;
  /** Convention of the labels, where they are no person's. */
  readonly convention?: LabelConvention;
}

/** A prediction set by the methods that cost least. */
export interface SelectedSet extends PredictionSet {
  /** Methods that put at least one step into the set, in the order given. Empty where every step is in, untested. */
  readonly chosen: readonly ConformalOptions[];
}

/** A labelled failure, as far as the selection needs it. */
export interface SelectionFailure extends Omit<LabelledScores, "decisiveStep"> {
  /** The label, in [0, l); null for a failure that counts as a miss of every set. */
  readonly decisiveStep: number | null;
}

/** One of the methods, calibrated. */
interface Candidate {
  readonly options: ConformalOptions;
  readonly threshold: Threshold;
  /** From the (k - 1)-th smallest calibration score (minus infinity for k = 1) to the k-th, `threshold.value`. */
  readonly band: Band;
  /** Sum of the calibration sets' costs. */
  readonly total: CostCurve;
}

/** A candidate on a fresh trajectory: its nonconformities there, and what its sets cost. */
interface Trial extends Candidate {
  readonly scores: readonly number[];
  readonly curve: CostCurve;
}

/**
 * A prediction set by the method with the smallest sets, without setting data aside for the choice, and with the full guarantee.
 *
 * Taking the method that did best on the calibration set, with its threshold, breaks the guarantee: the choice favours
 * thresholds that are too low by luck. Here each step j of the fresh trajectory is taken for its decisive step in turn.
 * That makes n + 1 labelled failures; each method's threshold is the k-th smallest of its n + 1 scores, and the method
 * whose n + 1 sets cost least is chosen. All n + 1 count alike, so the choice does not depend on which one is fresh;
 * j stays if its score is at or below the threshold of the method chosen for it. The set is the hull of what stays.
 *
 * A failure that counts as a miss has an infinite score by every method, so that the n + 1 still count alike.
 *
 * Sets for different alphas need not be nested, since each has its own choice. `crsvp` cannot be chosen: it draws.
 *
 * Adds up the calibration set's costs once, in O(methods * L log L) at the most for L steps in all. Each trajectory of l steps
 * then takes O(methods * l log L).
 *
 * @param calibration n labelled failures, exchangeable with the fresh one
 * @returns a function that takes the suspicion of each step of the fresh trajectory, shape [l], and gives a range of steps. With probability at least k / (n + 1) it holds the decisive one; hence, by either cost, its
 *   start is not after it. Every step, flagged `trivial`, if n is too small for alpha
 * @throws {RangeError} on no method or more than eight, `crsvp`, or arguments that `nonconformity` or
 *   `calibrateThreshold` refuse
 */
export function prepareSelection(
  calibration: readonly SelectionFailure[],
  options: SelectionOptions,
): (stepScores: readonly number[]) => SelectedSet {
  const { alpha, convention, cost = "size", u } = options;
  const goal = {
    alpha,
    ...(u === undefined ? {} : { u }),
    ...(convention === undefined ? {} : { convention }),
  };
  const methods = options.methods.map((method) => (typeof method === "string" ? { method } : method));
  checkMethods(methods);
  const thresholds = methods.map((method) => calibrated(calibration, method, goal));
  const [some] = thresholds;
  if (some !== undefined && some.threshold.value === Infinity) {
    return (stepScores) => ({ ...predictionSet(stepScores, some.threshold), chosen: [] });
  }
  const candidates = thresholds.map(({ scores, options: method, ...each }): Candidate => {
    const curves = scores.map((steps) => costCurve(steps, method.method, cost, each.band));
    return { ...each, options: method, total: sumCurves(curves) };
  });
  return (stepScores) => selectedSet(stepScores, candidates, cost);
}

function checkMethods(methods: readonly ConformalOptions[]): void {
  if (methods.length === 0 || methods.length > MOST_METHODS) {
    throw new RangeError(`Expected \`methods\` to name 1 to ${MOST_METHODS}, got ${methods.length}.`);
  }
  const drawn = methods.find(({ method }) => isDrawn(method));
  if (drawn !== undefined) {
    throw new RangeError(`Expected \`methods\` without "${drawn.method}", which draws at random.`);
  }
}

function calibrated(
  calibration: readonly SelectionFailure[],
  options: ConformalOptions,
  goal: Pick<SelectionOptions, "alpha" | "convention" | "u">,
) {
  const scores = calibration.map(({ stepScores }) => nonconformity(stepScores, options));
  const atLabels = scores.flatMap((steps, index) => {
    const step = calibration[index]?.decisiveStep;
    return step === null ? [] : [atLabel(steps, step)];
  });
  const misses = calibration.length - atLabels.length;
  const threshold = calibrateThreshold(atLabels, { ...options, ...goal, misses });
  const low = atLabels.toSorted((a, b) => a - b)[threshold.rank - 2] ?? -Infinity;
  return { options, scores, threshold, band: { low, high: threshold.value } };
}

function selectedSet(
  stepScores: readonly number[],
  candidates: readonly Candidate[],
  cost: SelectionCost,
): SelectedSet {
  const trials = candidates.map((candidate): Trial => {
    const scores = nonconformity(stepScores, candidate.options);
    return { ...candidate, scores, curve: costCurve(scores, candidate.options.method, cost, candidate.band) };
  });
  const verdicts = stepScores.map((_, step) => {
    const best = cheapest(trials, (trial) => trial.scores[step] ?? Infinity);
    return { best, kept: best !== undefined && (best.scores[step] ?? Infinity) <= best.threshold.value };
  });
  const chosen = trials.filter((trial) => verdicts.some(({ best, kept }) => kept && best === trial));
  const start = verdicts.findIndex(({ kept }) => kept);
  const range = { start, end: verdicts.findLastIndex(({ kept }) => kept) };
  const found = start === -1 ? standIn(trials) : { range, steps: stepsOf(range) };
  const [{ threshold } = { threshold: undefined }] = trials;
  return {
    ...found,
    level: threshold?.level ?? 1,
    ...(threshold?.drawn === undefined ? {} : { drawn: threshold.drawn }),
    guarantee: "exact",
    reason: reasonFor(found, candidates),
    chosen: chosen.map(({ options }) => options),
  };
}

/** The method whose sets cost least, of the calibration set and the fresh trajectory together, if `scoreOf` is its label's. */
function cheapest(trials: readonly Trial[], scoreOf: (trial: Trial) => number): Trial | undefined {
  let best: Trial | undefined;
  let least = Infinity;
  for (const trial of trials) {
    const threshold = Math.min(Math.max(scoreOf(trial), trial.band.low), trial.band.high);
    const cost = costAt(trial.total, threshold) + costAt(trial.curve, threshold);
    if (cost < least) [best, least] = [trial, cost];
  }
  return best;
}

/** No step stays: the least nonconforming one does, by the method that the lowest of scores would choose. */
function standIn(trials: readonly Trial[]) {
  const best = cheapest(trials, () => -Infinity);
  const { range, steps } = stepsWithin(best?.scores ?? [0], -Infinity, best?.options.method ?? "suffix");
  const fallback = `no step is at or below the threshold of its method; step ${range.start + 1} stands in`;
  return { range, steps, fallback };
}

function reasonFor(found: ReturnType<typeof stepsWithin>, candidates: readonly Candidate[]): string {
  const { alpha = 0, convention, drawn, misses, n = 0, rank = 1 } = candidates[0]?.threshold ?? {};
  const names = candidates.map(({ options }) => options.method).join(", ");
  const basis = `by the cheapest of ${names} at alpha ${alpha} from ${failuresOf({ misses, n })}`;
  const promise = `at least ${rank} in ${n + 1} such sets are promised to ${promisedOf({ convention })}${onAverage({ drawn })}, the choice included.`;
  const aside = found.fallback === undefined ? "" : ` Here ${found.fallback}, which can only add coverage.`;
  return `${describeSteps(found)}, ${basis}: ${promise}${aside}`;
}
