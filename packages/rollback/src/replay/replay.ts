import type { RunnableConfig } from "@langchain/core/runnables";

import type { InputOf, OutputOf, RollbackTarget } from "../langgraph/compiled-graph.ts";
import type { CallConfig } from "../streams/call-config.ts";
import { planReplay, recordedRun } from "./plan-replay.ts";
import { replayConfig } from "./replay-config.ts";
import { replayInSandbox } from "./replay-in-sandbox.ts";
import type { ReplayOptions } from "./replay-options.ts";
import type { Replay } from "./replay-result.ts";
import { replayedGraph } from "./replayed-graph.ts";

/**
 * Tries a recorded run again from a step on, on a copy in memory. The thread, its database and the graph's memory store are read and never written.
 *
 * The graph runs with the note that a live retry would be told, or as the options say. Its models are asked anew. Its tools are answered from the
 * recorded run, or run where they only read; a call without an answer ends the replay as inconclusive. No act that `effect` makes, and no tool that may
 * change the world, runs unless the options say so. What a node's own code does outside of tools and `effect` cannot be seen: in a graph that declares
 * `effects`, nodes run only if they are known to have none.
 *
 * @param config names the thread; with a `checkpoint_id`, the run that ends there. The rest of it is the replay's: `context`, `signal`, `callbacks`
 * @returns one replay for each of `repeat`
 * @throws {RangeError} if the run has no step `from`
 * @throws {ThreadIdError | CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError | InvalidOptionError | UnknownOptionError}
 *
 * @example
 * const [again] = await replay(agent, { configurable: { thread_id: "tickets-1" } }, { from: 3, tools: { search: "run" } });
 */
export async function replay<G extends RollbackTarget>(
  graph: G,
  config: RunnableConfig,
  options: ReplayOptions<InputOf<G>, OutputOf<G>>,
): Promise<readonly Replay<OutputOf<G>>[]>;
export async function replay(
  graph: RollbackTarget,
  config: CallConfig,
  options: ReplayOptions,
): Promise<readonly Replay[]> {
  const replayed = replayedGraph(graph, options);
  const run = await recordedRun(replayed, config);
  const plan = await planReplay(replayed, run, options, config.signal);
  const replays: Replay[] = [];
  for (let count = 0; count < (options.repeat ?? 1); count += 1) {
    const made = await replayInSandbox(replayed, plan, options, replayConfig(config));
    replays.push(made);
    await options.onReplay?.(made);
  }
  return replays;
}
