import type { DecisiveLabel } from "./trajectory.ts";

/** All decisive steps that a label names, ascending, at least one. */
export function decisiveStepsOf({
  decisiveStep,
  furtherDecisiveSteps = [],
}: DecisiveLabel): readonly number[] {
  return [decisiveStep, ...furtherDecisiveSteps];
}
