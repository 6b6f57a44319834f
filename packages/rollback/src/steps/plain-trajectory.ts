import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { RecordedStep, RecordedTrajectory } from "./recorded-trajectory.ts";

/**
 * A recorded trajectory as plain data: it can be stored, sent and written as JSON Lines. Fields that only rewinding needs are left out.
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
    failedTools: _______,
    ...plain
  } = step;
  return plain;
}
