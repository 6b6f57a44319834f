import { mergeConfigs } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { callerOf } from "./langgraph/caller.ts";
import { newChunkLog, setChunkLog } from "./streams/chunk-log.ts";
import {
  compiledGraphOf,
  type InputOf,
  type OutputOf,
  type RollbackTarget,
} from "./langgraph/compiled-graph.ts";
import { drive } from "./drive.ts";
import {
  contextFor,
  copyOf,
  forOneRun,
  likeIt,
  recording,
  setContext,
  unwrappedGraphOf,
} from "./setup/rollback-context.ts";
import { keptChunks } from "./streams/kept-chunks.ts";
import { RecordingSaver } from "./recording/recording-saver.ts";
import { resolveOptions, type ResolvedOptions, type RollbackOptions } from "./setup/rollback-options.ts";
import { stopWithReader } from "./streams/stop-with-reader.ts";
import { warnOfUntestedLanggraph } from "./langgraph/warn-of-untested-langgraph.ts";
import type { CallConfig } from "./streams/call-config.ts";

/**
 * Gives a graph or agent automatic rollback.
 *
 * The result is a graph of the same type, used the same way. Each run is recorded; when `verify` says no or an
 * exception escapes, the steps are scored, the graph is rewound to just before the prediction set's first step and
 * runs again with a note about what failed. Interrupts and aborts are not failures. The graph given is not altered.
 *
 * Nothing is assumed: without a checkpointer a `MemorySaver` is used, without a `thread_id` one is made (see
 * `onEvent`), without a calibration the first rollback is a restart. A LangGraph that is newer than
 * {@link TESTED_LANGGRAPH} is reported once in a process, as a warning with code "LANGGRAPH_UNTESTED".
 *
 * @example
 * const agent = withRollback(graph, {
 *   verify: ({ output }) => output.total === expected,
 *   calibration: await readCalibration("calibration.json"),
 * });
 * await agent.invoke({ messages: [{ role: "user", content: task }] }, { configurable: { thread_id: "t-1" } });
 *
 * @throws {UnsupportedGraphError} if it is not a compiled graph or an agent
 * @throws {AlreadyWrappedError} if it runs with rollback already
 * @throws {OptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {NoteChannelError | NoteChannelTypeError} if the graph does not have `noteChannel`, or it takes no text
 * @throws {RangeError} if `alpha` or `maxRollbacks` is out of range
 */
export function withRollback<G extends RollbackTarget>(
  graph: G,
  options: RollbackOptions<InputOf<G>, OutputOf<G>>,
): G {
  const resolved = resolveOptions(options);
  unwrappedGraphOf(graph);
  warnOfUntestedLanggraph();
  return install(graph, copyOf(graph), resolved);
}

/** Routes every way of running a copy of a graph through the rollback driver, and of the copies made of it. */
function install<G extends RollbackTarget>(original: G, copy: G, options: ResolvedOptions): G {
  const given = compiledGraphOf(original);
  const outer = compiledGraphOf(copy);
  // An agent that is configured makes itself anew, without the stores that it was given since.
  outer.checkpointer = given.checkpointer;
  outer.store = given.store;
  const context = contextFor(outer, options);
  setContext(outer, context);
  // What listens to the graph listens to the call as a whole, and through it to the attempts.
  const { callbacks, ...bound } = context.graph.config ?? {};
  context.graph.config = bound;
  const stream = outer.stream.bind(outer);
  const transform = outer.transform.bind(outer);
  Object.defineProperties(outer, {
    checkpointer: {
      configurable: true,
      enumerable: true,
      get: () => context.graph.checkpointer,
      set: (saver: BaseCheckpointSaver) => {
        const { checkpointer } = context.graph;
        // Given again for each request by LangGraph's server: what was recorded over it is not to be forgotten.
        const isKnown = checkpointer instanceof RecordingSaver && checkpointer.inner === saver;
        if (!isKnown) context.graph.checkpointer = recording(saver, options.clock);
      },
    },
    store: {
      configurable: true,
      enumerable: true,
      get: () => context.graph.store,
      set: (store: unknown) => {
        context.graph.store = store;
      },
    },
    stream: {
      configurable: true,
      value: async (input: unknown, config?: CallConfig) => {
        const chunkLog = newChunkLog();
        const logged: CallConfig = { ...config, chunkLog };
        return setChunkLog(stopWithReader(await stream(input, logged)), chunkLog);
      },
    },
    // How a chain that is streamed passes chunks on: the next step takes their sum, which must hold nothing undone.
    transform: {
      configurable: true,
      value: (inputs: AsyncGenerator, config?: CallConfig) => {
        const chunkLog = newChunkLog();
        const logged: CallConfig = { ...config, chunkLog };
        return keptChunks(setChunkLog(transform(inputs, logged), chunkLog));
      },
    },
    _streamIterator: {
      configurable: true,
      value: (input: unknown, config: CallConfig = {}) => {
        const heard = callbacks === undefined ? config : mergeConfigs({ callbacks }, config);
        return drive(forOneRun(context), input, heard, callerOf(config));
      },
    },
  });
  keepThroughCopies(copy, options);
  if (!Object.is(copy, outer)) keepThroughCopies(outer, options);
  return copy;
}

function keepThroughCopies(graph: RollbackTarget, options: ResolvedOptions): void {
  const withConfig = graph.withConfig.bind(graph);
  Object.defineProperty(graph, "withConfig", {
    configurable: true,
    value: (config: object) => install(graph, likeIt(graph, withConfig(config)), options),
  });
}
