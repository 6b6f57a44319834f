import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { innerSaver } from "./recording-saver.ts";
import { postgresReads } from "./postgres-reads.ts";
import { saverOf } from "../langgraph/thread.ts";

/** A checkpointer, and a second one over the same database that is quicker to read. */
export interface OutlinedCheckpointer {
  readonly saver: BaseCheckpointSaver;
  /**
   * Gives the same checkpoints as `saver`, but of their values only those of `OUTLINED_CHANNELS`; more do no harm. What ran is
   * told by it, so that no state is read. States, inputs and histories come from `saver`. Default: those that a PostgresSaver gives itself; of
   * another checkpointer, all is read from `saver`.
   */
  readonly outlines?: BaseCheckpointSaver | undefined;
}

/** Store of threads: a graph with its checkpointer, or a checkpointer alone, which may have outlines. */
export type GraphOrCheckpointer = RollbackTarget | BaseCheckpointSaver | OutlinedCheckpointer;

/** @internal Readers of a thread; without a graph, only what is stored is known. */
export interface OpenedCheckpointer {
  readonly graph?: CompiledGraph;
  readonly saver: BaseCheckpointSaver;
  readonly outlines?: BaseCheckpointSaver | undefined;
  /** Checkpoints without values and writes. */
  readonly heads?: BaseCheckpointSaver | undefined;
}

/**
 * @internal
 * @throws {UnsupportedGraphError} if it is neither a graph nor a checkpointer
 * @throws {NoCheckpointerError} if it is a graph without one
 */
export function openCheckpointer(source: GraphOrCheckpointer): OpenedCheckpointer {
  if (isSaver(source)) return openCheckpointer({ saver: source });
  if (isOutlined(source)) {
    const { saver, outlines } = source;
    return {
      saver: postgresReads(saver)?.whole ?? saver,
      outlines: outlines ?? postgresReads(saver)?.outlines,
      heads: postgresReads(saver)?.heads,
    };
  }
  const graph = compiledGraphOf(source);
  return { graph, saver: saverOf(graph) };
}

/**
 * @internal The checkpointer of a source itself, without what records or reads through it.
 * @throws as {@link openCheckpointer}
 */
export function checkpointerOf(source: GraphOrCheckpointer): BaseCheckpointSaver {
  if (isSaver(source)) return innerSaver(source);
  return innerSaver(isOutlined(source) ? source.saver : saverOf(compiledGraphOf(source)));
}

/** @internal Checkpointer for readers that only look on, and need no states: the given one itself where it has no outlines. */
export function outlinesOf({ saver, outlines }: OutlinedCheckpointer): BaseCheckpointSaver {
  const inner = innerSaver(saver);
  return outlines ?? postgresReads(inner)?.outlines ?? inner;
}

/**
 * @internal Checkpointer for readers that list many checkpoints, and need only their ids, parents and metadata: a checkpointer has all that it lists in
 * memory at once. The checkpoints of a PostgresSaver then have neither values nor writes.
 */
export function headsOf(opened: OpenedCheckpointer): BaseCheckpointSaver {
  const { graph, saver, heads } = opened;
  const own = graph === undefined ? heads : postgresReads(innerSaver(saver))?.heads;
  return own ?? outlinesOf(opened);
}

function isOutlined(source: RollbackTarget | OutlinedCheckpointer): source is OutlinedCheckpointer {
  return "saver" in source && isSaver(source.saver);
}

/** By its methods: a checkpointer may have been made with another copy of LangGraph's packages. */
function isSaver(source: GraphOrCheckpointer): source is BaseCheckpointSaver {
  return "getTuple" in source && "putWrites" in source;
}
