import type { LabelledTrajectory } from "@langgraph-rollback/trajectory";

import type { RunThread, SystemTask } from "../systems/system.ts";

/** A run that has failed, with its checkpoints: every arm goes back from these. */
export interface FailedRun {
  readonly task: SystemTask;
  readonly trajectory: LabelledTrajectory;
  readonly thread: RunThread;
}
