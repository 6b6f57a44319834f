import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { innerSaver } from "./inner-saver.ts";
import { saverOf } from "../langgraph/thread.ts";

/** Where threads are kept: a graph with its checkpointer, or a checkpointer alone. */
export type GraphOrCheckpointer = RollbackTarget | BaseCheckpointSaver;

/** @internal What reads a thread; without a graph, only what is stored is known. */
export interface OpenedCheckpointer {
  readonly graph?: CompiledGraph;
  readonly saver: BaseCheckpointSaver;
}

/**
 * @internal
 * @throws {UnsupportedGraphError} if it is neither a graph nor a checkpointer
 * @throws {NoCheckpointerError} if it is a graph without one
 */
export function openCheckpointer(source: GraphOrCheckpointer): OpenedCheckpointer {
  if (isSaver(source)) return { saver: source };
  const graph = compiledGraphOf(source);
  return { graph, saver: saverOf(graph) };
}

/** @internal The checkpointer itself, for those who only look on. */
export function plainSaver(source: GraphOrCheckpointer): BaseCheckpointSaver {
  return innerSaver(openCheckpointer(source).saver);
}

/** By its methods: a checkpointer may have been made with another copy of LangGraph's packages. */
function isSaver(source: GraphOrCheckpointer): source is BaseCheckpointSaver {
  return "getTuple" in source && "putWrites" in source;
}
