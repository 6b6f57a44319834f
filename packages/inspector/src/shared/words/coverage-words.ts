import type { SetGoal } from "@langgraph-rollback/attribution/conformal";

import type { CalibrationView } from "../view/calibration-view.ts";
import { percent } from "./percent.ts";

type Coverage = NonNullable<CalibrationView["coverage"]>;

/** Content of a set for an attempt, in words. */
export function askedOf(goal: Exclude<SetGoal, "mean">): string {
  if (goal === "first") return "the decisive step";
  return goal === 1 ? "all decisive steps" : `at least ${percent(goal)} of the decisive steps`;
}

/** Content of a set by labels by replay. */
export const LAST_START = "the last start from which a replay recovered";

/** How often the recorded sets held it, as a sentence. */
export function measuredCoverage({ byReplay, covered, goal, n }: Coverage): string {
  const attempts = n === 1 ? "1 labelled attempt" : `${n} labelled attempts`;
  const share = percent(covered / n);
  if (byReplay === true)
    return `The recorded sets held ${LAST_START} in ${covered} of ${attempts}, where a run that none recovered counts as missed: ${share}.`;
  return goal === "mean"
    ? `The recorded sets held ${share} of the decisive steps, on average over ${attempts}.`
    : `The recorded sets held ${askedOf(goal)} in ${covered} of ${attempts}: ${share}.`;
}

/** Whether labels contradict the promise: the whole interval lies below it. */
export function belowPromise({ high, target }: Coverage): boolean {
  return high < target;
}
