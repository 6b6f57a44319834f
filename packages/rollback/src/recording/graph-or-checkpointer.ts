import { START } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { innerSaver } from "./inner-saver.ts";
import { SENDS } from "../langgraph/task-identity.ts";
import { saverOf } from "../langgraph/thread.ts";

/** A checkpointer, and a second one over the same database that is quicker to read. */
export interface OutlinedCheckpointer {
  readonly saver: BaseCheckpointSaver;
  /**
   * Gives the same checkpoints as `saver`, but of their values only those of {@link OUTLINED_CHANNELS}; more do no harm. What ran is
   * told by it, so that no state is read. States, inputs and histories come from `saver`. Default: all is read from `saver`.
   */
  readonly outlines?: BaseCheckpointSaver | undefined;
}

/** The channels of which an outline has the values: what a turn was called with, and the Sends of the next superstep. */
export const OUTLINED_CHANNELS: readonly string[] = [START, SENDS];

/** Where threads are kept: a graph with its checkpointer, or a checkpointer alone, which may have outlines. */
export type GraphOrCheckpointer = RollbackTarget | BaseCheckpointSaver | OutlinedCheckpointer;

/** @internal What reads a thread; without a graph, only what is stored is known. */
export interface OpenedCheckpointer {
  readonly graph?: CompiledGraph;
  readonly saver: BaseCheckpointSaver;
  readonly outlines?: BaseCheckpointSaver | undefined;
}

/**
 * @internal
 * @throws {UnsupportedGraphError} if it is neither a graph nor a checkpointer
 * @throws {NoCheckpointerError} if it is a graph without one
 */
export function openCheckpointer(source: GraphOrCheckpointer): OpenedCheckpointer {
  if (isSaver(source)) return { saver: source };
  if (isOutlined(source)) return { saver: source.saver, outlines: source.outlines };
  const graph = compiledGraphOf(source);
  return { graph, saver: saverOf(graph) };
}

/** @internal What those read who only look on, and need no states: the checkpointer itself where it has no outlines. */
export function outlinesOf({ saver, outlines }: OpenedCheckpointer): BaseCheckpointSaver {
  return outlines ?? innerSaver(saver);
}

function isOutlined(source: RollbackTarget | OutlinedCheckpointer): source is OutlinedCheckpointer {
  return "saver" in source && isSaver(source.saver);
}

/** By its methods: a checkpointer may have been made with another copy of LangGraph's packages. */
function isSaver(source: GraphOrCheckpointer): source is BaseCheckpointSaver {
  return "getTuple" in source && "putWrites" in source;
}
