import type { PredictionSet } from "../prediction-set.ts";
import { calibrateSets } from "../sets/calibrated-sets.ts";
import { firstDecisive, type LabelledRun } from "../sets/scored-run.ts";
import type { SetOptions } from "../sets/set-options.ts";
import { coveredBy } from "./covered-by.ts";

/** The two parts of one split. */
export interface SplitExamples {
  readonly calibration: readonly LabelledRun[];
  readonly test: readonly LabelledRun[];
  /** The unit of each test run, for standard errors: the run itself, or what several runs share, such as their task. */
  readonly testUnits?: readonly (string | number)[];
}

/** A test run's set, and what was promised for it. */
export interface TestSet {
  readonly run: LabelledRun;
  readonly set: PredictionSet;
  /**
   * Coverage that is not exceeded without ties, on average over calibrations: 1 - alpha where the rank is drawn, else
   * 1 - alpha + 1 / (n + 1); 1 where every step is in.
   */
  readonly upper: number;
}

/** Calibrates on one part of a split, as a product does, and makes the sets of the other. */
export function splitSets({ calibration, test }: SplitExamples, options: SetOptions): readonly TestSet[] {
  const sets = calibrateSets(calibration, options);
  return test.map((run) => {
    const set = sets.setOf(run);
    return { run, set, upper: upperOf(set, sets.countFor(run), options) };
  });
}

/** See `TestSet.upper`. */
export function upperOf(
  { drawn, trivial }: Pick<PredictionSet, "drawn" | "trivial">,
  n: number,
  { alpha }: Pick<SetOptions, "alpha">,
): number {
  if (alpha === 0 || trivial !== undefined) return 1;
  return drawn === undefined ? 1 - alpha + 1 / (n + 1) : drawn.average;
}

/** Worth of a set on a run whose decisive steps are known. */
export interface SetOutcome {
  /** Whether the set holds what it is to hold, as 0 or 1; for the goal `mean`, the share of the decisive steps in it. */
  readonly covered: number;
  /** Share of the steps that the set leaves out, 1 - |C| / l. */
  readonly removalRate: number;
  /** Whether a rewind to before the set's first step undoes the earliest error: start <= y. */
  readonly rollbackCovered: boolean;
  /** Share of the steps that such a rewind runs again, 1 - start / l. */
  readonly redoCost: number;
  /** Whether no step passed and one stands in for the set: that can only add coverage. */
  readonly empty: boolean;
  /** Number of scorer calls, which `left` and `right` can save. */
  readonly nfe: number;
}

/** A run, and what of its set is looked at. */
export interface LookedAt {
  readonly run: LabelledRun;
  readonly set: Pick<PredictionSet, "fallback" | "range" | "steps" | "trivial">;
}

/** Looks at a set with the labels in hand. */
export function outcomeOf({ run, set }: LookedAt, options: SetOptions): SetOutcome {
  const length = run.stepScores.length;
  const { range, steps } = set;
  return {
    covered: coveredBy(steps, run, options.goal),
    removalRate: 1 - steps.length / length,
    rollbackCovered: range.start <= firstDecisive(run),
    redoCost: 1 - range.start / length,
    empty: set.fallback !== undefined,
    nfe: callsOf(set, length, options),
  };
}

/** As `filterSteps` counts: the first step past the threshold is scored, too, and none if every step is in anyway. */
function callsOf(set: LookedAt["set"], length: number, { alpha, method }: SetOptions): number {
  if (method !== "left" && method !== "right") return length;
  if (alpha === 0 || set.trivial !== undefined) return 0;
  return set.fallback === undefined ? Math.min(length, set.steps.length + 1) : 1;
}
