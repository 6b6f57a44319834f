import type { Step, StepOrigin, Trajectory } from "@langgraph-rollback/trajectory";

import type { ChannelWrite } from "./step-content.ts";

/** A step that was read from a checkpointer: where it ran, on what, and what it wrote. */
export interface RecordedStep extends Step {
  readonly origin: StepOrigin;
  /** How LangGraph scheduled it: "push" by a Send, whose argument is frozen, "pull" by an edge. */
  readonly path: "push" | "pull";
  /** Tells the tasks of one superstep apart; the same for the same task in every branch. */
  readonly identity: string;
  /** What the node was given: the state before it, or the argument of its Send. */
  readonly input: unknown;
  /** The whole state at `origin.before`, shared by the tasks of a superstep. */
  readonly state: Readonly<Record<string, unknown>>;
  /** What it wrote to the state's channels, before reducers. Empty when it failed. */
  readonly writes: readonly ChannelWrite[];
}

/** The current turn of one branch of a thread, from its input to a head checkpoint. */
export interface RecordedTrajectory extends Trajectory {
  readonly threadId: string;
  /** Id of the branch's newest checkpoint. */
  readonly head: string;
  readonly steps: readonly RecordedStep[];
}
