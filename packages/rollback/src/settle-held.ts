import type { RunnableConfig } from "@langchain/core/runnables";

import { settleHolds } from "./attempts/end/settle-holds.ts";
import type { EffectRecord } from "./effects/effect-record.ts";
import { InvalidOptionError } from "./errors/invalid-option-error.ts";
import { compiledGraphOf, type RollbackTarget } from "./langgraph/compiled-graph.ts";
import { threadIdOf } from "./langgraph/thread.ts";
import { withThread } from "./locking/take-thread.ts";
import { contextOf, forOneRun } from "./setup/rollback-context.ts";

/**
 * Decides by hand about the acts that the last run of a thread holds: those of a run whose verifier failed, those that stay held after it was given up, and those whose release failed.
 *
 * @param graph    as `withRollback` gives it
 * @param config   names the thread
 * @param decision "release" carries them out in the order of their calls; "discard" gives them up: one whose release has failed may have taken effect all the same
 * @returns the acts, each with its standing now; none where nothing is held
 * @throws {InvalidOptionError} if the graph has no rollback, or the decision is neither
 * @throws {ThreadBusyError} if another run is using the thread
 *
 * @example
 * const settled = await settleHeld(agent, { configurable: { thread_id: "t-1" } }, "release");
 */
export async function settleHeld(
  graph: RollbackTarget,
  config: RunnableConfig,
  decision: "release" | "discard",
): Promise<readonly EffectRecord[]> {
  const context = contextOf(compiledGraphOf(graph));
  if (context === undefined)
    throw new InvalidOptionError("graph", "a graph as `withRollback` gives it", graph);
  if (decision !== "release" && decision !== "discard")
    throw new InvalidOptionError("decision", '"release" or "discard"', decision);
  const threadId = threadIdOf(config);
  const own = forOneRun(context);
  return withThread(own, threadId, config.signal, () => settleHolds(own, { threadId, config }, decision));
}
