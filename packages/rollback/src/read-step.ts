import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, subgraphAt, type CompiledGraph, type RollbackTarget } from "./compiled-graph.ts";
import { deltaChannelsAt } from "./delta-channels.ts";
import type { RecordedStep } from "./recorded-trajectory.ts";
import type { ChannelWrite } from "./step-content.ts";
import { writesByTask } from "./stored-superstep.ts";
import { identifyTask, isControlChannel, sentArgs, stateValues } from "./task-identity.ts";
import { checkpointTuple, saverOf } from "./thread.ts";

/** What a step was given and what it wrote. */
export interface StepData {
  /** What the node was given: the state before it, or the argument of its Send. A called task's is not kept. */
  readonly input: unknown;
  /** The whole state of its graph at `origin.before`, shared by the tasks of a superstep. */
  readonly state: Readonly<Record<string, unknown>>;
  /** What it wrote to the state's channels, before reducers. Empty when it failed. */
  readonly writes: readonly ChannelWrite[];
}

/**
 * Reads what a step of a thread was given and what it wrote, from the checkpointer.
 *
 * @param step of a trajectory of that thread
 * @throws {CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readStep(
  target: RollbackTarget,
  threadId: string,
  { origin, path, enclosing }: RecordedStep,
): Promise<StepData> {
  const graph = compiledGraphOf(target);
  const saver = saverOf(graph);
  const tuple = await checkpointTuple(saver, threadId, origin.before, origin.namespace);
  const inner = graphInside(graph, enclosing);
  const state = await stateAt(inner, saver, tuple);
  const writes = writesByTask(tuple).get(origin.taskId) ?? [];
  const identity = identifyTask(tuple.checkpoint, origin.superstep, origin.namespace, origin.taskId);
  const sent = path === "push" && identity !== undefined;
  return {
    input: sent ? sentArgs(tuple.checkpoint, identity.position) : path === "call" ? undefined : state,
    state,
    writes: writes.filter(([channel]) => !isControlChannel(channel)),
  };
}

/** @internal The graph that runs inside of nodes, outermost first; `undefined` where one of them is no subgraph. */
export function graphInside(
  graph: CompiledGraph,
  enclosing: readonly { readonly node: string }[],
): CompiledGraph | undefined {
  return enclosing.reduce<CompiledGraph | undefined>((outer, { node }) => subgraphAt(outer, node), graph);
}

/** @internal A graph's state at a checkpoint; where the graph is not known, without its DeltaChannels. */
export async function stateAt(
  graph: CompiledGraph | undefined,
  saver: BaseCheckpointSaver,
  tuple: CheckpointTuple,
): Promise<Readonly<Record<string, unknown>>> {
  const stored = stateValues(tuple.checkpoint);
  if (graph === undefined) return stored;
  const deltas = [...(await deltaChannelsAt(graph, saver, tuple))].map(([name, channel]) => [
    name,
    channel.get(),
  ]);
  return { ...stored, ...Object.fromEntries(deltas) };
}
