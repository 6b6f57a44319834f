import type { Step, StepOrigin, Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { CallingTask } from "../langgraph/task-identity.ts";
import type { TokenCount } from "./token-count.ts";

/** A step that was read from a checkpointer: where it ran. `readStep` gives what it was given and what it wrote. */
export interface RecordedStep extends Step {
  readonly origin: StepOrigin;
  /**
   * How LangGraph scheduled it: "push" by a Send, whose argument is frozen, "pull" by an edge, "call" by another task,
   * "handle" by the error of another task.
   */
  readonly path: "push" | "pull" | "call" | "handle";
  /** Tells the tasks of one superstep apart; the same for the same task in every branch. */
  readonly identity: string;
  /** The task that called it, if another did. */
  readonly calledBy?: CallingTask;
  /** Id of the task whose error it handled, if it is an error handler. */
  readonly handles?: string;
  /** Tokens that the messages it wrote report, each counted once in a trajectory; absent where none does. */
  readonly tokens?: TokenCount;
  /** Names of the tools whose answers, among the messages that it wrote, tell of an error; absent where none does. */
  readonly failedTools?: readonly string[];
  /** The tasks that it ran inside of, outermost first: nodes that ran a subgraph. Empty in the outermost graph. */
  readonly enclosing: readonly StepOrigin[];
}

/** The current turn of one branch of a thread, from its input to a head checkpoint. */
export interface RecordedTrajectory extends Trajectory {
  readonly threadId: string;
  /** Id of the branch's newest checkpoint. */
  readonly head: string;
  readonly steps: readonly RecordedStep[];
}

/** @internal Origin of the outermost graph's task that a step is or belongs to. */
export const outermost = ({ enclosing, origin }: RecordedStep): StepOrigin => enclosing[0] ?? origin;
