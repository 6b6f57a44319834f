import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

/** Known facts about a failed run beside its trajectory. Labels are never part of it. */
export interface Evidence {
  readonly trajectory: Trajectory;
  /** Why the run was rejected, in the verifier's words. Default: the trajectory's outcome's reason. Untrusted. */
  readonly reason?: string;
  /** The right answer to the task, where one is known: the papers' setting "with ground truth". Untrusted. */
  readonly groundTruth?: string;
}
