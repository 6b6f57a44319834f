import type { UndonePart } from "../rewinding/rewind-point.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";

/**
 * @internal Plan to trim a conversation: before the model's answer that a step is or belongs to, because tools' answers
 * cannot stand without it. The tools of one answer come right after it.
 */
export function trimPlan({ steps }: RecordedTrajectory, start: number): UndonePart {
  const step = steps.findLastIndex(({ kind, index }) => index <= start && kind === "model");
  const kept = Math.max(step, 0);
  return { step: kept, kept, redone: steps.length - kept };
}
