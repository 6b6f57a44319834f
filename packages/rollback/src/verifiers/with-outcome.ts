import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { AttemptOutcome } from "./verifier.ts";

/**
 * @internal A trajectory with how the attempt ended, as planted failures have it: scorers that read the reason must be
 * shown what they were calibrated on.
 */
export function withOutcome(
  trajectory: RecordedTrajectory,
  { ok, reason, verifier }: AttemptOutcome,
): RecordedTrajectory {
  const said = {
    ...(reason === undefined ? {} : { reason }),
    ...(verifier === undefined ? {} : { verifier }),
  };
  return { ...trajectory, outcome: { ok, ...said } };
}
