import type { MemoryPoint } from "./memory-point.ts";
import type { CallingTask } from "./task-identity.ts";

/** A task whose result is kept: it does not run again. */
export interface KeptTask {
  readonly taskId: string;
  readonly node: string;
  /** Of a task that another called: that one, and which of its calls it was. */
  readonly call?: CallingTask & { readonly position: number };
}

/** Where a subgraph goes on. */
export interface InnerPoint {
  /** Node of the graph around it that runs the subgraph. */
  readonly node: string;
  /** Id of that node's task. */
  readonly taskId: string;
  /** Checkpoint namespace of the subgraph's run. */
  readonly namespace: string;
  /** Id of the subgraph's checkpoint to go on from. */
  readonly checkpoint: string;
  /** Tasks that ran from it whose results are kept. None: all of them run again. */
  readonly keep?: readonly KeptTask[];
}

/** @internal The checkpoint that a subgraph is to take for its newest. */
export interface SubgraphPoint {
  readonly namespace: string;
  readonly checkpoint: string;
}

/** @internal What an attempt is not to run again when it starts from a fork, and where it finds what it needs. */
export interface KeptInFork {
  /** Ids of tasks whose results the fork holds. */
  readonly tasks: readonly string[];
  /** Subgraphs that go on inside, rather than from their start. */
  readonly subgraphs: readonly SubgraphPoint[];
  /** Subgraphs that remember from run to run, and what they knew. */
  readonly memory: readonly SubgraphPoint[];
}

/** A point of a thread's history from which it can run again. */
export interface RewindPoint {
  /** Id of the outermost graph's checkpoint. */
  readonly checkpoint: string;
  /** Tasks that ran from it whose results are kept. None: all of them run again. */
  readonly keep?: readonly KeptTask[];
  /** Where the subgraph of one of its tasks goes on, outermost first. None: it runs again from its start. */
  readonly into?: readonly InnerPoint[];
  /** What subgraphs that remember from run to run knew then. None: they know what they know. */
  readonly memory?: readonly MemoryPoint[];
}
