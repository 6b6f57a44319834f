import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ReplayAgainst } from "../shared/view/replay-view.ts";

/** How a replay differs from a recorded attempt. Kept steps have the checkpoints of the recorded run; steps that ran again have others. */
export function replayedAgainst(
  attempt: number,
  recorded: Pick<Trajectory, "steps"> | undefined,
  replayed: Pick<Trajectory, "outcome" | "steps">,
): ReplayAgainst {
  const steps = recorded?.steps ?? [];
  const kept = lengthWhile(replayed.steps, (step, index) => isSameTask(step, steps[index]));
  const same = lengthWhile(replayed.steps, (step, index) => index < kept || doesTheSame(step, steps[index]));
  // A replay without an outcome may have ended early: steps that it lacks are no difference.
  const isWhole = replayed.outcome !== undefined;
  const end = isWhole ? Math.max(steps.length, replayed.steps.length) : replayed.steps.length;
  return { attempt, kept, ...(same < end ? { partsAt: same } : {}) };
}

function lengthWhile(steps: readonly Step[], holds: (step: Step, index: number) => boolean): number {
  const first = steps.findIndex((step, index) => !holds(step, index));
  return first === -1 ? steps.length : first;
}

const isSameTask = ({ origin }: Step, other: Step | undefined): boolean =>
  origin?.after !== undefined &&
  origin.after === other?.origin?.after &&
  origin.taskId === other.origin.taskId;

const doesTheSame = (step: Step, other: Step | undefined): boolean =>
  step.agent === other?.agent &&
  step.content === other.content &&
  step.error?.message === other.error?.message;
