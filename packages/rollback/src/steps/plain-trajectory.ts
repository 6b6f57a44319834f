import type { Step, Trajectory } from "@langgraph-rollback/trajectory";

import type { RecordedStep, RecordedTrajectory } from "./recorded-trajectory.ts";

/**
 * A recorded trajectory as plain data: without what only rewinding needs, so that it can be kept, sent and written as JSON Lines.
 */
export function plainTrajectory(recorded: RecordedTrajectory): Trajectory {
  const { head: _, threadId: __, steps, ...rest } = recorded;
  return { ...rest, steps: steps.map(plainStep) };
}

function plainStep(step: RecordedStep): Step {
  const {
    path: _,
    identity: __,
    calledBy: ___,
    handles: ____,
    enclosing: _____,
    tokens: ______,
    ...plain
  } = step;
  return plain;
}
