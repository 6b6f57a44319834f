import { mergeConfigs, type RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { updateState } from "../attempts/decide/update-question.ts";
import { callerOf, type Caller } from "../langgraph/caller.ts";
import { compiledGraphOf, type RollbackTarget } from "../langgraph/compiled-graph.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import {
  contextFor,
  forOneRun,
  likeIt,
  recording,
  setContext,
  type RollbackContext,
} from "../setup/rollback-context.ts";
import type { ResolvedOptions } from "../setup/rollback-options.ts";
import type { CallConfig } from "../streams/call-config.ts";
import { newChunkLog, setChunkLog } from "../streams/chunk-log.ts";
import { keptChunks } from "../streams/kept-chunks.ts";
import { stopWithReader } from "../streams/read-ahead.ts";

/** @internal Runs a call with rollback, and yields the chunks that the graph's own stream would yield. */
export type Driver = (
  context: RollbackContext,
  input: unknown,
  config: CallConfig,
  caller?: Caller,
) => AsyncGenerator<unknown, void>;

/** @internal Routes every way of running a copy of a graph through the driver, and of the copies made of it. */
export function routeCalls<G extends RollbackTarget>(
  original: G,
  copy: G,
  options: ResolvedOptions,
  drive: Driver,
): G {
  const given = compiledGraphOf(original);
  const outer = compiledGraphOf(copy);
  // An agent that is configured makes itself anew, without the checkpointer and the store that it was given since.
  outer.checkpointer = given.checkpointer;
  outer.store = given.store;
  const context = contextFor(outer, options);
  setContext(outer, context);
  // Listeners of the graph listen to the call as a whole, and through it to the attempts.
  const { callbacks, ...bound } = context.graph.config ?? {};
  context.graph.config = bound;
  const stream = outer.stream.bind(outer);
  const transform = outer.transform.bind(outer);
  const update = outer.bulkUpdateState.bind(outer);
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
    bulkUpdateState: {
      configurable: true,
      value: (config: RunnableConfig, supersteps: readonly unknown[]) =>
        updateState(context, config, supersteps, update),
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
        const caller = callerOf(config);
        return drive(forOneRun(context, caller), input, heard, caller);
      },
    },
  });
  keepThroughCopies(copy, options, drive);
  if (!Object.is(copy, outer)) keepThroughCopies(outer, options, drive);
  return copy;
}

function keepThroughCopies(graph: RollbackTarget, options: ResolvedOptions, drive: Driver): void {
  const withConfig = graph.withConfig.bind(graph);
  Object.defineProperty(graph, "withConfig", {
    configurable: true,
    value: (config: object) => routeCalls(graph, likeIt(graph, withConfig(config)), options, drive),
  });
}
