import type { LabelledRun, SetGoal } from "@langgraph-rollback/attribution/conformal";
import { coveredBy } from "@langgraph-rollback/attribution/conformal/evaluation";
import { decisiveStepsOf } from "@langgraph-rollback/attribution/trajectory";

import type { SettledLabel } from "../labels/settled-labels.ts";

/** Nonconformity of a failure that counts as a miss: above that of any step, and finite, so that drift can be told by it. */
const OF_A_MISS = Number.MAX_VALUE;

/** The label of an attempt as a labelled run has it: a miss has no decisive step, a range has its first and last one. */
export type LabelledSteps = Pick<LabelledRun, "decisiveSteps" | "lastPossible">;

/** @param label absent of a failure that counts as a miss */
export function labelledSteps(label: SettledLabel | undefined): LabelledSteps {
  if (label === undefined) return { decisiveSteps: [] };
  const { lastPossibleStep } = label;
  return {
    decisiveSteps: decisiveStepsOf(label),
    ...(lastPossibleStep === undefined ? {} : { lastPossible: lastPossibleStep }),
  };
}

/** How far a set must grow before it holds the earliest decisive step, or each step of a range. @param scores S(x, j) of each step */
export function labelNonconformity(scores: readonly number[], label: LabelledSteps): number {
  const {
    decisiveSteps: [first],
  } = label;
  if (first === undefined) return OF_A_MISS;
  return scores.slice(first, (label.lastPossible ?? first) + 1).reduce((a, b) => Math.max(a, b), -Infinity);
}

/** Share of what is asked for that a set holds, in [0, 1]: nothing of a miss; a range only as a whole, as it calibrates. */
export function heldBy(steps: readonly number[], label: LabelledSteps, goal?: SetGoal): number {
  const { decisiveSteps, lastPossible } = label;
  const [first] = decisiveSteps;
  if (first === undefined || lastPossible === undefined) return coveredBy(steps, label, goal);
  const range = Array.from({ length: lastPossible - first + 1 }, (_, at) => first + at);
  return coveredBy(steps, { decisiveSteps: range }, 1);
}
