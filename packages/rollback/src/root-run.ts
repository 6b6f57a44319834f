import { getCallbackManagerForConfig } from "@langchain/core/runnables";

import type { CompiledGraph, RunConfig } from "./compiled-graph.ts";

/** @internal The one run that callbacks and traces see for a call; its attempts are its children. */
export interface RootRun {
  /** The call's config, for the attempts. */
  readonly config: RunConfig;
  ended(output: unknown): Promise<void>;
  failed(error: unknown): Promise<void>;
}

/**
 * @internal Announces a call to its callbacks. `streamEvents` follows the run that it started and takes that run's end
 * for the end of the call, so an attempt cannot be it.
 */
export async function openRootRun(graph: CompiledGraph, input: unknown, config: RunConfig): Promise<RootRun> {
  const { runId, runName, ...rest } = config;
  const manager = await getCallbackManagerForConfig(config);
  const run = await manager?.handleChainStart(
    graph.toJSON(),
    asRecord(input),
    runId,
    undefined,
    undefined,
    undefined,
    runName ?? graph.getName(),
  );
  const callbacks = run?.getChild();
  return {
    config: callbacks === undefined ? rest : { ...rest, callbacks },
    ended: async (output) => {
      await run?.handleChainEnd(asRecord(output));
    },
    failed: async (error) => {
      await run?.handleChainError(error);
    },
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : { input: value };
