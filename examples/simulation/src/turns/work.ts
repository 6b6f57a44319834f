import type { PlanPart } from "../problems/plan.ts";
import type { Problem } from "../problems/problem.ts";

/** How far a problem has been worked out, as it stands in the texts that an agent was given. */
export interface Work {
  readonly problem: Problem;
  readonly plan: readonly PlanPart[];
  /** Text found for each part, in order. */
  readonly partTexts: readonly string[];
  readonly results: readonly number[];
}
