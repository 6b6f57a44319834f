import type { MissedTrajectory, Trajectory } from "../trajectory/index.ts";

/** @internal Whether replays found no start for a failure. */
export function isMissed(trajectory: Trajectory): trajectory is MissedTrajectory {
  return "missed" in trajectory;
}
