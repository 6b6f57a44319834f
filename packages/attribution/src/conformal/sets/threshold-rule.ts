import { calibrateThreshold } from "../calibrate-threshold.ts";
import type { ConformalMethod } from "../conformal-method.ts";
import { atLabel } from "../labelled-scores.ts";
import { setAtThreshold } from "../prediction-set.ts";
import { recallNonconformity } from "../recall-nonconformity.ts";
import { nonconformitiesBy } from "./run-nonconformity.ts";
import { firstDecisive, type LabelledRun } from "./scored-run.ts";
import type { SetGoal, SetOptions } from "./set-options.ts";
import type { SetRule } from "./set-rule.ts";

/** Options of one method; `selected` is none. */
export interface MethodOptions extends SetOptions {
  readonly method: ConformalMethod;
}

/** The steps at or below the threshold of `calibrateThreshold`; throws as that does. */
export function thresholdRule(failures: readonly LabelledRun[], options: MethodOptions): SetRule {
  const { goal = "first" } = options;
  const scoresOf = nonconformitiesBy(options);
  const atLabels = failures.map((failure) => labelNonconformity(scoresOf(failure), failure, goal));
  const holds = typeof goal === "number" ? { holds: `${goal} or more of a run's decisive steps` } : {};
  const threshold = calibrateThreshold(atLabels, { ...options, ...holds });
  return { n: failures.length, threshold, setOf: (run) => setAtThreshold(scoresOf(run), threshold) };
}

/**
 * How far a labelled run's set must grow before it holds the required steps.
 *
 * @param scores S(x, j) of each step, shape [l]
 * @throws {RangeError} on a decisive step outside the run, or none
 */
export function labelNonconformity(scores: readonly number[], failure: LabelledRun, goal: SetGoal): number {
  return typeof goal === "number"
    ? recallNonconformity(scores, failure.decisiveSteps, goal)
    : atLabel(scores, firstDecisive(failure));
}
