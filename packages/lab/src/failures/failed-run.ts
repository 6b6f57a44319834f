import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";

import type { FirstAttempts } from "@langgraph-rollback/attribution";
import type { RunThread, SystemTask } from "../systems/system.ts";

/** A run that has failed, with its checkpoints: every arm goes back from these. */
export interface FailedRun {
  readonly task: SystemTask;
  readonly trajectory: LabelledTrajectory;
  readonly thread: RunThread;
}

/** Failures, and how first attempts went, successes too. */
export interface Failures {
  readonly failed: readonly FailedRun[];
  readonly firstAttempts: readonly FirstAttempts[];
}
