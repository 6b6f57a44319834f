import type { DecisiveLabel } from "./trajectory.ts";

/** All decisive steps that a label names, ascending, at least one. */
export function decisiveStepsOf({
  decisiveStep,
  furtherDecisiveSteps = [],
}: Pick<DecisiveLabel, "decisiveStep" | "furtherDecisiveSteps">): readonly number[] {
  return [decisiveStep, ...furtherDecisiveSteps];
}
