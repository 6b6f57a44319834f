import type { RunnableConfig } from "@langchain/core/runnables";
import {
  DeltaSnapshot,
  type BaseCheckpointSaver,
  type CheckpointTuple,
} from "@langchain/langgraph-checkpoint";

import { subgraphAt, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import { deltaChannelsAt } from "../recording/delta-channels.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { ChannelWrite } from "../steps/step-content.ts";
import { writesByTask } from "../steps/stored-superstep.ts";
import { identifyTask, isControlChannel, sentArgs, stateValues } from "../langgraph/task-identity.ts";
import { originOf } from "../langgraph/task-origin.ts";
import { openCheckpointer, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { checkpointTuple, threadIdOf } from "../langgraph/thread.ts";

/** Input and writes of a step. */
export interface StepData {
  /**
   * Input of the node: the state before it, or the argument of its Send. An error handler's is that of the node that
   * failed. A called task's is not kept.
   */
  readonly input: unknown;
  /** The whole state of its graph at `origin.before`, shared by the tasks of a superstep. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Its writes to the state's channels, before reducers. Empty when it failed. */
  readonly writes: readonly ChannelWrite[];
}

/**
 * Reads what a step of a thread was given and what it wrote, from the checkpointer.
 *
 * A `DeltaChannel` is put together by its graph: from a checkpointer alone, the state lacks such channels, but where
 * LangGraph has stored a snapshot of one.
 *
 * @param config names the thread
 * @param step   of a trajectory of that thread
 * @throws {ThreadIdError | CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readStep(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
  { origin, path, handles, enclosing }: RecordedStep,
): Promise<StepData> {
  const threadId = threadIdOf(config);
  const { graph, saver } = openCheckpointer(source);
  const tuple = await checkpointTuple(saver, threadId, origin.before, origin.namespace);
  const inner = graphInside(graph, enclosing);
  const state = await stateAt(inner, saver, tuple);
  const writes = writesByTask(tuple).get(origin.taskId) ?? [];
  const given = handles ?? origin.taskId;
  const identity = identifyTask(tuple.checkpoint, originOf(tuple), given);
  return {
    input:
      identity?.path === "push"
        ? sentArgs(tuple.checkpoint, identity.position)
        : path === "call"
          ? undefined
          : state,
    state,
    writes: writes.filter(([channel]) => !isControlChannel(channel)),
  };
}

/**
 * Reads the state of a step's graph before the step, or after its superstep.
 *
 * @param config names the thread
 * @returns `undefined` for the state after a superstep that never finished
 * @throws {ThreadIdError | CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readState(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
  { origin, enclosing }: RecordedStep,
  when: "before" | "after",
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { graph, saver } = openCheckpointer(source);
  const id = origin[when];
  if (id === undefined) return undefined;
  const tuple = await checkpointTuple(saver, threadIdOf(config), id, origin.namespace);
  return stateAt(graphInside(graph, enclosing), saver, tuple);
}

/** @internal The graph that runs inside of nodes, outermost first; `undefined` where one of the nodes is not a subgraph. */
export function graphInside(
  graph: CompiledGraph | undefined,
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
  if (graph === undefined) return withoutSnapshots(stored);
  const deltas = [...(await deltaChannelsAt(graph, saver, tuple))].map(([name, channel]) => [
    name,
    channel.get(),
  ]);
  return { ...stored, ...Object.fromEntries(deltas) };
}

function withoutSnapshots(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(stored);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof DeltaSnapshot ? value.value : value]),
  );
}
