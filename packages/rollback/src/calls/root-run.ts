import { getCallbackManagerForConfig, mergeConfigs, type RunnableConfig } from "@langchain/core/runnables";

import type { CompiledGraph } from "../langgraph/compiled-graph.ts";
import type { CallConfig } from "../streams/call-config.ts";

/** Tag of the runs that are attempts, for filters over traces; their metadata has `rollback_attempt`. */
const TAG = "rollback";

/** LangGraph keeps the tokens of models with this tag out of the `messages` stream. */
const NO_STREAM = "langsmith:nostream";

/** @internal The one run that callbacks and traces see for a call; its attempts are its children. */
export interface RootRun {
  /** The call's config, for the attempts. */
  readonly config: CallConfig;
  /** Config for verifier, scorer and replanner: their models report to this run, and stream no tokens. */
  readonly around: RunnableConfig;
  ended(output: unknown): Promise<void>;
  failed(error: unknown): Promise<void>;
}

/**
 * @internal Announces a call to its callbacks. `streamEvents` follows the run that it started and takes that run's end
 * for the end of the call, so an attempt cannot be it.
 */
export async function openRootRun(
  graph: CompiledGraph,
  input: unknown,
  config: CallConfig,
): Promise<RootRun> {
  const { runId, ...rest } = config;
  const manager = await getCallbackManagerForConfig(asLangGraphs(mergeConfigs(graph.config, config)));
  const run = await manager?.handleChainStart(
    graph.toJSON(),
    asRecord(input),
    runId,
    undefined,
    undefined,
    undefined,
    config.runName ?? graph.getName(),
  );
  const [attempts, others] = [run?.getChild(TAG), run?.getChild()];
  return {
    config: attempts === undefined ? rest : { ...rest, callbacks: attempts, calledBack: config.callbacks },
    around: { tags: [NO_STREAM], ...(others === undefined ? {} : { callbacks: others }) },
    ended: async (output) => {
      await run?.handleChainEnd(asRecord(output));
    },
    failed: async (error) => {
      await run?.handleChainError(error);
    },
  };
}

/** Fields that LangGraph puts into a run's metadata, if the caller does not: traces are grouped by them. */
const TOLD = ["thread_id", "checkpoint_id", "checkpoint_ns", "task_id", "run_id", "assistant_id", "graph_id"];

function asLangGraphs(config: RunnableConfig): RunnableConfig {
  const told = Object.entries(config.configurable ?? {}).filter(
    ([key, value]) => TOLD.includes(key) && value !== undefined,
  );
  const metadata = { ls_integration: "langgraph", ...Object.fromEntries(told), ...config.metadata };
  return { ...config, metadata };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : { input: value };
