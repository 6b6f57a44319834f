import type { MemoryPoint } from "./memory-point.ts";
import type { CallingTask } from "../langgraph/task-identity.ts";

/** A kept task: its result stays, and it does not run again. */
export interface KeptTask {
  readonly taskId: string;
  readonly node: string;
  /** Of a task that another called: that one, and which of its calls it was. */
  readonly call?: CallingTask & { readonly position: number };
}

/** Where a subgraph continues. */
export interface InnerPoint {
  /** Node of the graph around it that runs the subgraph. */
  readonly node: string;
  /** Id of that node's task. */
  readonly taskId: string;
  /** Checkpoint namespace of the subgraph's run. */
  readonly namespace: string;
  /** Id of the subgraph's checkpoint to continue from. */
  readonly checkpoint: string;
  /** Tasks that ran from it whose results are kept. None: all of them run again. */
  readonly keep?: readonly KeptTask[];
}

/** A point of a thread's history from which it can run again. */
export interface RewindPoint {
  /** Id of the outermost graph's checkpoint. */
  readonly checkpoint: string;
  /** Tasks that ran from it whose results are kept. None: all of them run again. */
  readonly keep?: readonly KeptTask[];
  /** Where the subgraph of one of its tasks continues, outermost first. None: it runs again from its start. */
  readonly into?: readonly InnerPoint[];
  /** What subgraphs that remember from run to run knew then. None: they know what they know. */
  readonly memory?: readonly MemoryPoint[];
}

/** Which steps of a failed attempt stay, and which are undone. */
export interface UndonePart {
  /** Index of the first step that runs again; at most the given step. */
  readonly step: number;
  /** Number of steps that stay. */
  readonly kept: number;
  /** Number of the failed attempt's steps that are undone. */
  readonly redone: number;
}

/** Where to rewind to, and what it costs. */
export interface RewindPlan extends RewindPoint, UndonePart {
  /**
   * What a rewind to there is: "superstep" goes back to before a superstep of the outermost graph; "siblings-kept" does
   * so, too, but keeps the results of the superstep's first tasks; "graft" continues inside of a subgraph.
   */
  readonly kind: "superstep" | "siblings-kept" | "graft";
}
