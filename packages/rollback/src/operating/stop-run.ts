import type { RunnableConfig } from "@langchain/core/runnables";

import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { appendEntry, readJournal, recordsOfRun } from "../history/journal.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import { startedOn } from "./call-graph.ts";
import { actionOf, checkRequest, type ActionRequest } from "./request.ts";

/**
 * Stops the run of a thread that a person has started by {@link retryFrom} or {@link answerRollback} in this process, as an abort of its call does. What it has done stays, and a call with `null` goes on
 * with it. A run that waits in a queue, or that a worker has, is cancelled by the queue.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @returns when the run has come to rest, and the history tells who has stopped it
 * @throws {ActionRefusedError} if no such run is under way in this process
 * @throws {InvalidOptionError} if the graph has no rollback, or something of the request has a value that it cannot have
 *
 * @example
 * await stopRun(agent, { configurable: { thread_id: "t-1" } }, { by: "ada" });
 */
export async function stopRun(
  graph: RollbackTarget,
  config: RunnableConfig,
  request: Omit<ActionRequest, "expected">,
): Promise<void> {
  const { saver, options } = guardedContext(graph);
  const threadId = threadIdOf(config);
  const started = startedOn(saver.inner, threadId).filter(({ controller }) => !controller.signal.aborted);
  // The calls that are stopped are what the person has seen.
  const asked = { ...request, expected: options.ids() };
  checkRequest(asked);
  if (started.length === 0)
    throw new ActionRefusedError(
      threadId,
      "No run that a person has started is under way on it in this process. A run of a queue is cancelled there.",
    );
  const operator = actionOf(asked, { action: "stop" }, options.clock);
  for (const { controller } of started)
    controller.abort(new DOMException(`The run was stopped by ${request.by}.`, "AbortError"));
  await Promise.all(started.map(({ gone }) => gone));
  const { records, runs } = await readJournal(saver, threadId);
  const run = runs.at(-1);
  if (run === undefined) return;
  const attempt = (recordsOfRun(records, run).at(-1)?.attempt ?? 0) + 1;
  await appendEntry(saver, threadId, "action", { version: 1, run, attempt, at: operator.at, operator });
}
