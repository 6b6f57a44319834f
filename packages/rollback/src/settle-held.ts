import type { RunnableConfig } from "@langchain/core/runnables";

import { completeReleases, settleHolds } from "./attempts/end/settle-holds.ts";
import type { EffectRecord } from "./effects/effect-record.ts";
import { InvalidOptionError } from "./errors/invalid-option-error.ts";
import { ThreadBusyError } from "./errors/thread-busy-error.ts";
import { listThreads } from "./history/list-threads.ts";
import type { RollbackTarget } from "./langgraph/compiled-graph.ts";
import { threadIdOf } from "./langgraph/thread.ts";
import { withThread } from "./locking/take-thread.ts";
import { guardedContext } from "./setup/guarded-context.ts";
import { forOneRun } from "./setup/rollback-context.ts";

/**
 * Decides by hand about the acts that the runs of a thread hold, earlier runs first: those of a run whose verifier failed, those that stay held after it was given up, and those whose release failed.
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
  const context = guardedContext(graph);
  if (decision !== "release" && decision !== "discard")
    throw new InvalidOptionError("decision", '"release" or "discard"', decision);
  const threadId = threadIdOf(config);
  const own = forOneRun(context);
  return withThread(own, threadId, config.signal, () => settleHolds(own, { threadId, config }, decision));
}

/** The acts that one thread held, each with its standing now. */
export interface ReleasedThread {
  readonly threadId: string;
  readonly effects: readonly EffectRecord[];
}

/**
 * Carries out what processes have left behind that died after their runs were accepted, on all threads of the graph's checkpointer. The next call on a thread does the same for that thread:
 * use this where none may come. A thread that another run is using is left to it; processes that share no lock cannot tell, so call this when none of them works.
 *
 * @param graph as `withRollback` gives it
 * @returns the threads on which something was held and is settled now
 * @throws {InvalidOptionError} if the graph has no rollback
 */
export async function releasePending(graph: RollbackTarget): Promise<readonly ReleasedThread[]> {
  const context = guardedContext(graph);
  const { threads } = await listThreads(context.saver, Number.MAX_SAFE_INTEGER);
  const released: ReleasedThread[] = [];
  for (const { threadId } of threads) {
    const own = forOneRun(context);
    const config = { configurable: { thread_id: threadId } };
    const complete = (): Promise<readonly EffectRecord[]> => completeReleases(own, { threadId, config });
    try {
      const effects = await withThread(own, threadId, undefined, complete);
      if (effects.length > 0) released.push({ threadId, effects });
    } catch (error) {
      if (!(error instanceof ThreadBusyError)) throw error;
    }
  }
  return released;
}
