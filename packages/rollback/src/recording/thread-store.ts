import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { innerSaver } from "./inner-saver.ts";
import { saverOf } from "../langgraph/thread.ts";

/** Where threads are kept: a graph with its checkpointer, or a checkpointer alone. */
export type ThreadStore = RollbackTarget | BaseCheckpointSaver;

/** @internal A thread store's parts; without a graph, only what is stored is known. */
export interface OpenedStore {
  readonly graph?: CompiledGraph;
  readonly saver: BaseCheckpointSaver;
}

/**
 * @internal
 * @throws {UnsupportedGraphError} if it is neither a graph nor a checkpointer
 * @throws {NoCheckpointerError} if it is a graph without one
 */
export function openStore(store: ThreadStore): OpenedStore {
  if (isSaver(store)) return { saver: store };
  const graph = compiledGraphOf(store);
  return { graph, saver: saverOf(graph) };
}

/** @internal The store itself, for those who only look on. */
export function plainSaver(store: ThreadStore): BaseCheckpointSaver {
  return innerSaver(openStore(store).saver);
}

/** By its methods: a store may have been made with another copy of LangGraph's packages. */
function isSaver(store: ThreadStore): store is BaseCheckpointSaver {
  return "getTuple" in store && "putWrites" in store;
}
