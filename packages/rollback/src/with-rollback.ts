import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "./compiled-graph.ts";
import { drive } from "./drive.ts";
import { UnsupportedGraphError } from "./errors/unsupported-graph-error.ts";
import { RecordingSaver } from "./recording-saver.ts";
import { checkChannels } from "./rewind.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { resolveOptions, type ResolvedOptions, type RollbackOptions } from "./rollback-options.ts";

/** What a graph takes and returns. */
export type InputOf<G extends RollbackTarget> = Parameters<G["invoke"]>[0];
export type OutputOf<G extends RollbackTarget> = Awaited<ReturnType<G["invoke"]>>;

/**
 * Gives a graph or agent automatic rollback.
 *
 * The result is a graph of the same type, used the same way. Each run is recorded; when `verify` says no or an
 * exception escapes, the steps are scored, the graph is rewound to just before the prediction set's first step and
 * runs again with a note about what failed. Interrupts and aborts are not failures. The graph given is not altered.
 *
 * Nothing is assumed: without a checkpointer a `MemorySaver` is used, without a `thread_id` one is made (see
 * `onEvent`), without a calibration the first rollback is a restart.
 *
 * @example
 * const agent = withRollback(graph, {
 *   verify: ({ output }) => output.total === expected,
 *   calibration: await readCalibration("calibration.json"),
 * });
 * await agent.invoke({ messages: [{ role: "user", content: task }] }, { configurable: { thread_id: "t-1" } });
 *
 * @throws {UnsupportedGraphError} if it is not a compiled graph or an agent
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {NoteChannelError} if the graph does not have `noteChannel`
 * @throws {RangeError} if `alpha` or `maxRollbacks` is out of range
 */
export function withRollback<G extends RollbackTarget>(
  graph: G,
  options: RollbackOptions<InputOf<G>, OutputOf<G>>,
): G {
  const resolved = resolveOptions(options);
  const wrapped = copyOf(graph);
  install(compiledGraphOf(wrapped), resolved);
  return wrapped;
}

/** Routes every way of running a compiled graph through the rollback driver. */
function install(outer: CompiledGraph, options: ResolvedOptions): void {
  const context = contextFor(outer, options);
  const withConfig = outer.withConfig.bind(outer);
  Object.defineProperties(outer, {
    checkpointer: {
      configurable: true,
      enumerable: true,
      get: () => context.graph.checkpointer,
      set: (saver: BaseCheckpointSaver) => {
        context.graph.checkpointer = recording(saver, options);
      },
    },
    _streamIterator: { configurable: true, value: (input: unknown, config = {}) => drive(context, input, config) },
    withConfig: {
      configurable: true,
      value: (config: Parameters<typeof withConfig>[0]) => {
        const copy = withConfig(config);
        install(copy, options);
        return copy;
      },
    },
  });
}

/** @internal The context of a graph's runs: a copy of it that records. The graph itself is not altered. */
export function contextFor(graph: CompiledGraph, options: ResolvedOptions): RollbackContext {
  const inner = copyOf(graph);
  inner.checkpointer = recording(graph.checkpointer, options);
  if (options.noteChannel !== undefined) checkChannels(graph, [options.noteChannel]);
  return {
    graph: inner,
    options,
    get saver() {
      return recording(inner.checkpointer, options);
    },
  };
}

function recording(saver: CompiledGraph["checkpointer"], options: ResolvedOptions): RecordingSaver {
  if (saver instanceof RecordingSaver) return saver;
  return new RecordingSaver(typeof saver === "object" ? saver : new MemorySaver(), { clock: options.clock });
}

/** LangGraph copies a graph by configuring it; the copy has its own checkpointer. */
function copyOf<G extends RollbackTarget>(graph: G): G {
  const copy = graph.withConfig({});
  if (!isLike(graph, copy)) throw new UnsupportedGraphError(copy);
  return copy;
}

function isLike<G extends object>(original: G, copy: unknown): copy is G {
  return copy instanceof original.constructor;
}
