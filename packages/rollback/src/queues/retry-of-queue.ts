import type { RetryRequest } from "../operating/retry-from.ts";
import { retryFrom } from "../operating/retry-from.ts";
import { readHistory } from "../history/history.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import { withRunName } from "../steps/run-name.ts";

/** A retry that a queue carries out. */
export interface QueuedRetry {
  readonly threadId: string;
  readonly request: RetryRequest;
  readonly signal?: AbortSignal;
}

/**
 * Carries out a person's retry as a job of a queue, and completes it if another process has begun it: with the same request, nothing is done twice. The new attempt belongs to
 * the thread's last run, whose id it has in the history.
 *
 * @param graph as `withRollback` gives it
 * @returns what the graph then returns
 * @throws what `retryFrom` throws; after `ThreadMovedError` and `ActionRefusedError` nothing was done
 */
export async function retryOfQueue(
  graph: RollbackTarget,
  { request, signal, threadId }: QueuedRetry,
): Promise<unknown> {
  const run = await lastRunOf(graph, threadId);
  const named =
    run === undefined ? { configurable: { thread_id: threadId } } : withRunName({ thread_id: threadId }, run);
  return retryFrom(graph, { ...named, ...(signal === undefined ? {} : { signal }) }, request);
}

/**
 * Finds the id of a thread's last run: the one that a retry belongs to.
 *
 * @param graph as `withRollback` gives it
 * @returns `undefined` if nothing is kept of any run
 */
export async function lastRunOf(graph: RollbackTarget, threadId: string): Promise<string | undefined> {
  return (await readHistory(guardedContext(graph).saver, checkpointConfig(threadId)))[0]?.run;
}
