import type { LabelledTrajectory, Trajectory } from "./trajectory.ts";

/** Whether the decisive step is labelled: such a trajectory can be used for fitting and calibration. */
export function isLabelled(trajectory: Trajectory): trajectory is LabelledTrajectory {
  return trajectory.label !== undefined;
}
