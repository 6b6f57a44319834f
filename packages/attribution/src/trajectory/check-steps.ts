import type { Trajectory } from "./trajectory.ts";

/** @throws {RangeError} if the trajectory has no steps */
export function checkSteps(trajectory: Pick<Trajectory, "id" | "steps">): void {
  if (trajectory.steps.length === 0) {
    throw new RangeError(`Expected \`trajectory\` "${trajectory.id}" to have at least one step, got none.`);
  }
}
