import { firstDecisive, type LabelledRun } from "../sets/scored-run.ts";
import type { SetGoal } from "../sets/set-options.ts";

/**
 * Whether steps hold what a goal asks for of a run, as 0 or 1; for the goal `mean`, the share of its decisive steps that they
 * hold, in [0, 1].
 *
 * @param steps 0-based, as a set has them
 */
export function coveredBy(
  steps: readonly number[],
  run: Pick<LabelledRun, "decisiveSteps">,
  goal: SetGoal = "first",
): number {
  if (goal === "first") return steps.includes(firstDecisive(run)) ? 1 : 0;
  const decisive = [...new Set(run.decisiveSteps)];
  const share = decisive.filter((step) => steps.includes(step)).length / decisive.length;
  if (goal === "mean") return share;
  return share >= goal - 1e-9 ? 1 : 0;
}
