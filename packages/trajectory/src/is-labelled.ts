import type { LabelledTrajectory, Trajectory } from "./trajectory.ts";

/** Whether somebody has said which step was decisive, so that the trajectory can be fitted and calibrated on. */
export function isLabelled(trajectory: Trajectory): trajectory is LabelledTrajectory {
  return trajectory.label !== undefined;
}
