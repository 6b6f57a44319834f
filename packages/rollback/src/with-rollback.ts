import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { compiledGraphOf, type CompiledGraph, type RollbackTarget } from "./compiled-graph.ts";
import { drive } from "./drive.ts";
import { contextFor, copyOf, recording, setContext } from "./rollback-context.ts";
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
  compiledGraphOf(graph);
  const wrapped = copyOf(graph);
  install(compiledGraphOf(wrapped), resolved);
  return wrapped;
}

/** Routes every way of running a compiled graph through the rollback driver. */
function install(outer: CompiledGraph, options: ResolvedOptions): void {
  const context = contextFor(outer, options);
  setContext(outer, context);
  const withConfig = outer.withConfig.bind(outer);
  Object.defineProperties(outer, {
    checkpointer: {
      configurable: true,
      enumerable: true,
      get: () => context.graph.checkpointer,
      set: (saver: BaseCheckpointSaver) => {
        context.graph.checkpointer = recording(saver, options.clock);
      },
    },
    _streamIterator: {
      configurable: true,
      value: (input: unknown, config = {}) => drive(context, input, config),
    },
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
