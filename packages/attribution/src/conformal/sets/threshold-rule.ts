import { calibrateThreshold } from "../calibrate-threshold.ts";
import type { ConformalMethod } from "../conformal-method.ts";
import { rangeNonconformity } from "../audit-label.ts";
import { atLabel } from "../labelled-scores.ts";
import { setAtThreshold } from "../prediction-set.ts";
import { recallNonconformity } from "../recall-nonconformity.ts";
import { nonconformitiesBy } from "./run-nonconformity.ts";
import { firstDecisive, isMiss, type LabelledRun } from "./scored-run.ts";
import type { SetGoal, SetOptions } from "./set-options.ts";
import type { SetRule } from "./set-rule.ts";

/** Options of one method; `selected` is none. */
export interface MethodOptions extends SetOptions {
  readonly method: ConformalMethod;
}

/** The steps at or below the threshold of `calibrateThreshold`; throws as that does. Runs that are misses raise its rank. */
export function thresholdRule(failures: readonly LabelledRun[], options: MethodOptions): SetRule {
  const { goal = "first" } = options;
  const scoresOf = nonconformitiesBy(options);
  const atLabels = failures.flatMap((failure) =>
    isMiss(failure) ? [] : [labelNonconformity(scoresOf(failure), failure, goal)],
  );
  const misses = failures.length - atLabels.length;
  const holds = typeof goal === "number" ? { holds: `${goal} or more of a run's decisive steps` } : {};
  const threshold = calibrateThreshold(atLabels, { ...options, ...holds, misses });
  return { n: failures.length, threshold, setOf: (run) => setAtThreshold(scoresOf(run), threshold) };
}

/**
 * How far a labelled run's set must grow before it holds the required steps. Of a range it is the highest of its steps, which is at least that of
 * the true one: a threshold calibrated with it is no lower, and covers at least as often.
 *
 * @param scores S(x, j) of each step, shape [l]
 * @throws {RangeError} on a decisive step outside the run, or none
 */
export function labelNonconformity(scores: readonly number[], failure: LabelledRun, goal: SetGoal): number {
  const { lastPossible } = failure;
  if (lastPossible !== undefined)
    return rangeNonconformity(scores, { start: firstDecisive(failure), end: lastPossible });
  return typeof goal === "number"
    ? recallNonconformity(scores, failure.decisiveSteps, goal)
    : atLabel(scores, firstDecisive(failure));
}
