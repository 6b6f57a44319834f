import { getCallbackManagerForConfig, type RunnableConfig } from "@langchain/core/runnables";

import type { CompiledGraph, RunConfig } from "./compiled-graph.ts";

/** Tag of the runs that are attempts, for filters over traces; their metadata has `rollback_attempt`. */
const TAG = "rollback";

/** LangGraph keeps the tokens of models with this tag out of the `messages` stream. */
const NO_STREAM = "langsmith:nostream";

/** @internal The one run that callbacks and traces see for a call; its attempts are its children. */
export interface RootRun {
  /** The call's config, for the attempts. */
  readonly config: RunConfig;
  /** What verifier, scorer and replanner find around them: their models report to this run, and stream no tokens. */
  readonly around: RunnableConfig;
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
  const [attempts, others] = [run?.getChild(TAG), run?.getChild()];
  return {
    config: attempts === undefined ? rest : { ...rest, callbacks: attempts },
    around: { tags: [NO_STREAM], ...(others === undefined ? {} : { callbacks: others }) },
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
