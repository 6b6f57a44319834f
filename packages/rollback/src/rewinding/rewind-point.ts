import type { MemoryPoint } from "./memory-point.ts";
import type { CallingTask } from "../langgraph/task-identity.ts";

/** A kept task: its result stays, and it does not run again. */
export interface KeptTask {
  readonly taskId: string;
  readonly node: string;
  /** Of a task that another called: that one, and which of its calls it was. */
  readonly call?: CallingTask & { readonly position: number };
}

/** The place where a subgraph continues. */
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
  /** Places where the subgraphs of one of its tasks continue, outermost first. None: it runs again from its start. */
  readonly into?: readonly InnerPoint[];
  /** Memory at that point of subgraphs that remember from run to run. None: their memory stays as it is. */
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

/** The target of a rewind, and its cost. */
export interface RewindPlan extends RewindPoint, UndonePart {
  /**
   * Kind of the rewind: "superstep" goes back to before a superstep of the outermost graph; "siblings-kept" does
   * so, too, but keeps the results of the superstep's first tasks; "graft" continues inside of a subgraph.
   */
  readonly kind: "superstep" | "siblings-kept" | "graft";
}
