import type { StepRange } from "../conformal/step-range.ts";
import type { FailureEvidence } from "./failure-evidence.ts";

/**
 * Brings together what several sources know of the same attempts: its retries, its replays, and what people named. Attempts are told by the ids of
 * their trajectories, and come in the order in which they are first named.
 *
 * @throws {RangeError} if two people named steps of one attempt that have none in common
 */
export function joinEvidence(evidence: readonly FailureEvidence[]): readonly FailureEvidence[] {
  const joined = new Map<string, FailureEvidence>();
  for (const each of evidence) {
    const before = joined.get(each.trajectory.id);
    joined.set(each.trajectory.id, before === undefined ? each : both(before, each));
  }
  return [...joined.values()];
}

function both(one: FailureEvidence, other: FailureEvidence): FailureEvidence {
  const mistake = common(one.mistake, other.mistake);
  if (mistake !== undefined && mistake.end < mistake.start)
    throw new RangeError(
      `Expected labels of "${one.trajectory.id}" that have a step in common, got one from ${mistake.start} on and one up to ${mistake.end}.`,
    );
  return {
    trajectory: one.trajectory,
    tried: [...one.tried, ...other.tried],
    ...(mistake === undefined ? {} : { mistake }),
  };
}

function common(one: StepRange | undefined, other: StepRange | undefined): StepRange | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
}
