import type { ConformalOptions } from "../conformal-options.ts";
import { nonconformity } from "../nonconformity.ts";
import { stepsWithin } from "../steps-within.ts";

/**
 * The prediction sets of one method on one labelled trajectory, at every threshold at once: found by sorting its
 * nonconformities, so that each of many calibrations costs a binary search and not a pass over the steps.
 */
export interface SetCurve {
  /** S(x, y), which calibrates. */
  readonly decisive: number;
  readonly decisiveStep: number;
  /** S(x, .) ascending, shape [l]. */
  readonly sorted: Float64Array;
  /** First step of the set that the m + 1 lowest make, at m; shape [l]. */
  readonly starts: Int32Array;
  /** Step that stands in for an empty set. */
  readonly standIn: number;
  /** Whether scores are asked for one by one, until the threshold is passed. */
  readonly stopsEarly: boolean;
}

/** What a set is worth on a trajectory whose decisive step is known. */
export interface SetOutcome {
  /** Whether the set holds the decisive step. */
  readonly covered: boolean;
  /** Share of the steps that the set leaves out, 1 - |C| / l. */
  readonly removalRate: number;
  /** Whether a rewind to before the set's first step undoes the error: start <= y. */
  readonly rollbackCovered: boolean;
  /** Share of the steps that such a rewind runs again, 1 - start / l. */
  readonly redoCost: number;
  /** Whether no step passed, so that one stands in for the set: that can only add coverage. */
  readonly empty: boolean;
  /** Number of scorer calls, which `left` and `right` can save. */
  readonly nfe: number;
}

/**
 * Sorts the nonconformities of a labelled trajectory.
 *
 * @param stepScores   suspicion of each step, shape [l], finite and >= 0
 * @param decisiveStep in [0, l)
 * @param tie          added to each nonconformity: it tells trajectories apart, and steps that pooling made equal stay so
 * @throws {RangeError} on a decisive step outside the trajectory, and where `nonconformity` does
 */
export function setCurve(
  stepScores: readonly number[],
  decisiveStep: number,
  options: ConformalOptions,
  tie: number = 0,
): SetCurve {
  const values = nonconformity(stepScores, options).map((value) => value + tie);
  const decisive = values[decisiveStep];
  if (decisive === undefined) {
    throw new RangeError(
      `Expected \`decisiveStep\` to be one of 0..${stepScores.length - 1}, got ${decisiveStep}.`,
    );
  }
  const order = values.map((_, step) => step).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  return {
    decisive,
    decisiveStep,
    sorted: Float64Array.from(values).toSorted(),
    starts: runningLeast(order),
    standIn: stepsWithin(values, -Infinity, options.method).range.start,
    stopsEarly: options.method === "left" || options.method === "right",
  };
}

function runningLeast(order: readonly number[]): Int32Array {
  const starts = Int32Array.from(order);
  for (let at = 1; at < starts.length; at += 1) {
    starts[at] = Math.min(starts[at] ?? 0, starts[at - 1] ?? 0);
  }
  return starts;
}

/** Number of steps at or below the threshold; 0 where `predictionSet` lets a step stand in. */
function sizeAt({ sorted }: SetCurve, threshold: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * What the set {j : S(x, j) <= threshold} is worth, or where it is empty the one step that stands in for it.
 *
 * @param threshold `Infinity` for every step
 */
export function outcomeAt(curve: SetCurve, threshold: number): SetOutcome {
  const { decisive, decisiveStep, sorted, standIn, starts, stopsEarly } = curve;
  const length = sorted.length;
  const passing = sizeAt(curve, threshold);
  const start = passing === 0 ? standIn : (starts[passing - 1] ?? 0);
  return {
    covered: passing === 0 ? decisiveStep === standIn : decisive <= threshold,
    removalRate: 1 - Math.max(1, passing) / length,
    rollbackCovered: start <= decisiveStep,
    redoCost: 1 - start / length,
    empty: passing === 0,
    nfe: stopsEarly ? callsOf(passing, length, threshold) : length,
  };
}

/** As `filterSteps` counts: the first step past the threshold is scored, too, and none if every step is in anyway. */
function callsOf(passing: number, length: number, threshold: number): number {
  return threshold === Infinity ? 0 : Math.min(length, passing + 1);
}
