import { type COMMAND_SYMBOL, START } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Serialized } from "@langchain/core/load/serializable";
import type { RunnableConfig } from "@langchain/core/runnables";

import { UnsupportedGraphError } from "../errors/unsupported-graph-error.ts";
import { isControlChannel, namespaceOf } from "./task-identity.ts";
import { UnknownNoteChannelError } from "../errors/unknown-note-channel-error.ts";

/** One channel of a compiled graph, as LangGraph builds it: `fromCheckpoint` gives a live copy of a stored value. */
export interface ChannelSpec {
  readonly lc_graph_name: string;
  fromCheckpoint(value?: unknown): ChannelSpec;
  update(values: readonly unknown[]): boolean;
  checkpoint(): unknown;
}

/** One node of a compiled graph. */
export interface GraphNode {
  /** Channels whose update runs it. */
  readonly triggers?: readonly string[];
  /** The runnable of the node; a compiled graph, where one was added as the node. */
  readonly bound?: unknown;
}

/** The parts of LangGraph's state snapshot that rollback reads. */
export interface StateView {
  readonly values: unknown;
  readonly next: readonly string[];
  readonly config: RunnableConfig;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tasks: readonly {
    readonly id: string;
    readonly name: string;
    readonly error?: unknown;
    readonly interrupts: readonly {
      readonly id?: string;
      readonly value?: unknown;
      readonly response_schema?: unknown;
    }[];
    /** Of a subgraph: its state if the call requested it, else the config that names it. */
    readonly state?: StateView | RunnableConfig;
  }[];
}

/** Options of one run, as LangGraph's `stream` takes them. */
export interface RunConfig extends RunnableConfig {
  readonly streamMode?: string | readonly string[];
  readonly subgraphs?: boolean;
  readonly durability?: string;
  readonly checkpointDuring?: boolean;
  readonly encoding?: string;
  /** Of `streamEvents`. */
  readonly version?: string;
  readonly interruptAfter?: "*";
  /** Writes into the `custom` stream of the graph that runs around. */
  readonly writer?: (chunk: unknown) => void;
  /** The caller's, over the graph's own. */
  readonly store?: unknown;
  /** Which task of which thread LangGraph is executing; in a call that is made inside it. */
  readonly executionInfo?: unknown;
}

/**
 * The surface of a compiled LangGraph graph (Pregel) that this package relies on, in one place.
 * `_streamIterator` is where every public way of running a graph (invoke, stream, streamEvents, batch) meets;
 * `test/canary` proves it for the pinned version.
 */
export interface CompiledGraph extends RollbackTarget {
  readonly lg_is_pregel: boolean;
  readonly channels: Readonly<Record<string, ChannelSpec>>;
  readonly nodes: Readonly<Record<string, GraphNode>>;
  readonly outputChannels: string | readonly string[];
  /** Stream modes of a call that names none. */
  readonly streamMode: readonly string[];
  checkpointer?: BaseCheckpointSaver | boolean | undefined;
  /** LangGraph's server assigns it after compiling, as it does the checkpointer. */
  store?: unknown;
  /** Cache of its tasks' results. */
  cache?: unknown;
  /** Config that `withConfig` has bound. */
  config?: RunConfig;
  withConfig(config: RunnableConfig): CompiledGraph;
  stream(input: unknown, config?: RunConfig): Promise<object>;
  bulkUpdateState(config: RunnableConfig, supersteps: readonly unknown[]): Promise<RunnableConfig>;
  getState(config: RunnableConfig, options?: { readonly subgraphs?: boolean }): Promise<StateView>;
  getName(): string;
  toJSON(): Serialized;
  _streamIterator(input: unknown, config?: RunConfig): AsyncGenerator<unknown, void>;
  transform(inputs: AsyncGenerator, config?: RunConfig): AsyncGenerator;
}

/** Anything that runs as a LangGraph graph: a compiled StateGraph, a `createAgent` agent, a deep agent. */
export interface RollbackTarget {
  invoke(input: never, config?: never): Promise<unknown>;
  stream(input: never, config?: never): Promise<unknown>;
  withConfig(config: object): unknown;
}

/** The input of a turn: what a graph takes, without the `null` and Commands that resume a turn. */
export type InputOf<G extends RollbackTarget> = Exclude<
  Parameters<G["invoke"]>[0],
  null | undefined | { readonly [COMMAND_SYMBOL]: unknown }
>;
/** Return value of a graph. */
export type OutputOf<G extends RollbackTarget> = Awaited<ReturnType<G["invoke"]>>;

/** @internal The graph that was added as a node of another; `undefined` where the node is anything else. */
export function subgraphAt(graph: CompiledGraph | undefined, node: string): CompiledGraph | undefined {
  const bound = graph?.nodes[node]?.bound;
  return isCompiledGraph(bound) ? bound : undefined;
}

/** @internal Nodes that the input itself triggers, without an edge: an `entrypoint`. */
export function entryNodesOf(graph: CompiledGraph): readonly string[] {
  return Object.keys(graph.nodes).filter(
    (name) => name !== START && graph.nodes[name]?.triggers?.includes(START) === true,
  );
}

function isCompiledGraph(value: unknown): value is CompiledGraph {
  return (
    typeof value === "object" &&
    value !== null &&
    "lg_is_pregel" in value &&
    value.lg_is_pregel === true &&
    "channels" in value &&
    "_streamIterator" in value
  );
}

/**
 * @internal The compiled graph inside a target: the target itself, or the graph that an agent exposes as `.graph`.
 * @throws {UnsupportedGraphError} if it is neither
 */
export function compiledGraphOf(target: unknown): CompiledGraph {
  if (isCompiledGraph(target)) return target;
  if (typeof target === "object" && target !== null && "graph" in target && isCompiledGraph(target.graph))
    return target.graph;
  throw new UnsupportedGraphError(target);
}

/** @internal Which nodes of a graph are graphs themselves: their namespaces without the ids of tasks, at any depth. */
export function subgraphPathsOf(graph: CompiledGraph, path = ""): readonly string[] {
  return Object.keys(graph.nodes).flatMap((node) => {
    const inner = subgraphAt(graph, node);
    if (inner === undefined) return [];
    const own = namespaceOf(path, node);
    return [own, ...subgraphPathsOf(inner, own)];
  });
}

/**
 * @internal Refuses a note for a channel that LangGraph would drop without a word.
 * @throws {UnknownNoteChannelError}
 */
export function checkChannels(graph: CompiledGraph, names: readonly string[]): void {
  const known = Object.keys(graph.channels).filter((name) => !isControlChannel(name));
  for (const name of names) if (!known.includes(name)) throw new UnknownNoteChannelError(name, known);
}
