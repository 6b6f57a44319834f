import type { LabelledTrajectory, Trajectory } from "@langgraph-rollback/attribution/trajectory";

/** A trajectory for the methods to judge, and the right answer to its task if the data has it. */
export interface AskedCase {
  readonly trajectory: Trajectory;
  readonly groundTruth?: string;
  /** The role of each step as the data writes it, such as "Orchestrator (thought)", if it writes more than the agent. */
  readonly roles?: readonly string[];
}

/** A labelled failure, and the right answer to its task if the data has it. */
export interface Case extends AskedCase {
  readonly trajectory: LabelledTrajectory;
}
