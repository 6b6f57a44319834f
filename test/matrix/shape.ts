import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { RollbackTarget } from "langgraph-rollback";

/** Any graph or agent, as the matrix uses it. */
export interface MatrixGraph extends RollbackTarget {
  invoke(input: unknown, config?: RunnableConfig): Promise<unknown>;
  stream(input: unknown, config?: RunnableConfig): Promise<AsyncIterable<unknown>>;
  getState(config: RunnableConfig): Promise<{ readonly values: unknown; readonly next: readonly string[] }>;
}

/** Parts with which a shape builds its graph. */
export interface Kit {
  readonly checkpointer: BaseCheckpointSaver;
  /** Counts a node's run, outside of the state, where no rewind takes it back. */
  ran(node: string): void;
  /** How the erring node does: right in the variant that never errs, and where it is told of a failed attempt. */
  verdict(told: boolean): "right" | "wrong";
}

/** Kind of a rewind: the whole superstep, a superstep without its finished siblings, or a subgraph's inner step. */
export type RewindKind = "superstep" | "siblings-kept" | "graft";

/** One shape of graph, how it fails, and what a rollback of it must run again. */
export interface Shape {
  readonly name: string;
  /** Start that the prediction set is given: the nth step of the node, from 0. Default the first. */
  readonly start: { readonly node: string; readonly nth?: number };
  /** How often each node runs in the second attempt. Nodes that are not named must not run. */
  readonly reruns: Readonly<Record<string, number>>;
  /** How often each node runs when a second failure goes back to the start. Default as in the right run. */
  readonly restarts?: Readonly<Record<string, number>>;
  /** Default "superstep". */
  readonly kind?: RewindKind;
  readonly noteChannel?: string;
  /** How often more the run waits for a human than the right one: at questions and breakpoints. Default 0. */
  readonly waitsAgain?: number;
  /** How the turns end. Default one that recovers. */
  readonly statuses?: readonly string[];
  /** Namespaces besides the root whose newest state must be the right run's, too. */
  readonly memories?: readonly string[];
  /** Forgets what its graphs share: other files of the same process have run the shape, too. */
  readonly forget?: () => void;
  readonly build: (kit: Kit) => MatrixGraph;
  /** Uses the graph as its caller would, and returns what each turn gave. */
  readonly play: (graph: MatrixGraph, config: RunnableConfig) => Promise<readonly unknown[]>;
}

/** One call with one input. */
export const once =
  (input: unknown): Shape["play"] =>
  async (graph, config) => [await graph.invoke(input, config)];
