import type { RunnableConfig } from "@langchain/core/runnables";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { appendEntry, recordsOfRun } from "../history/journal.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { checkpointTuple, threadIdOf } from "../langgraph/thread.ts";
import { withThread } from "../locking/take-thread.ts";
import { readAttempt } from "../reading/read-trajectory.ts";
import { patiently } from "../recording/patiently.ts";
import { planRewindOf } from "../rewinding/plan-rewind.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import { forOneRun, type RollbackContext } from "../setup/rollback-context.ts";
import { copyThread } from "./copy-thread.ts";
import { actionOf, checkRequest, checkStep, type ActionRequest } from "./request.ts";
import { asSeen } from "./seen.ts";

/** A copy of a thread that a person asks for. */
export interface ForkRequest extends ActionRequest {
  /** Index of the first step that the copy does not have; the graph may have to go back further. */
  readonly step: number;
  /** Id of the new thread. */
  readonly thread: string;
}

/** A thread that is a copy. */
export interface ForkedThread {
  readonly threadId: string;
  /** Id of its newest checkpoint: a call with `null` continues there. */
  readonly checkpoint: string;
  /** Index of the step that comes next. */
  readonly step: number;
}

/**
 * Copies a thread up to a step into a new thread, and leaves the thread as it is. The copy is run on by a call of the graph with `null`: as a run of its own, with budget and history of its own. Its acts are
 * real ones. Who wants to try something without acts uses `replay`.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @throws {ThreadMovedError} if the thread has moved since the person has looked at it; nothing is copied
 * @throws {ActionRefusedError} if somebody else has acted on it, the new thread exists already, or a subgraph remembers from run to run
 * @throws {ThreadBusyError} if another run is using one of the two threads
 * @throws {InvalidOptionError} if the graph has no rollback, or something of the request has a value that it cannot have
 *
 * @example
 * const { threadId } = await forkThread(agent, config, { step: 3, thread: "t-1-what-if", by: "ada", expected });
 * await agent.invoke(null, { configurable: { thread_id: threadId } });
 */
export async function forkThread(
  graph: RollbackTarget,
  config: RunnableConfig,
  request: ForkRequest,
): Promise<ForkedThread> {
  checkRequest(request);
  const { expected, step, thread } = request;
  checkStep(step);
  const threadId = threadIdOf(config);
  if (typeof thread !== "string" || thread === "" || thread === threadId)
    throw new InvalidOptionError("thread", "the id of a new thread", thread);
  const own = forOneRun(guardedContext(graph));
  const operator = actionOf(request, { action: "fork", step, thread }, own.options.clock);
  return withThread(own, threadId, config.signal, () =>
    withThread(own, thread, config.signal, async () => {
      const { done, journal } = await asSeen(own, threadId, { expected, key: operator.key });
      const run = journal.runs.at(-1);
      const last = run === undefined ? undefined : recordsOfRun(journal.records, run).at(-1);
      const asked = journal.questions.findLast((question) => question.run === run)?.head;
      const head = last?.head ?? asked ?? (await headOf(own, threadId));
      const point = await pointBefore(own, threadId, head, step);
      const forked = { threadId: thread, ...point };
      if (done !== undefined) return forked;
      await copyThread(own.saver, {
        from: threadId,
        to: thread,
        checkpoint: point.checkpoint,
        key: operator.key,
      });
      // A thread that nobody has judged has no history yet: the copy itself tells of the action.
      if (run === undefined) return forked;
      const attempt = last?.attempt ?? 1;
      await patiently(() =>
        appendEntry(own.saver, threadId, "action", { version: 1, run, attempt, at: operator.at, operator }),
      );
      return forked;
    }),
  );
}

async function headOf({ saver }: RollbackContext, threadId: string): Promise<string> {
  return (await checkpointTuple(saver, threadId)).checkpoint.id;
}

/** The checkpoint before a step. */
async function pointBefore(
  context: RollbackContext,
  threadId: string,
  head: string,
  step: number,
): Promise<{ readonly checkpoint: string; readonly step: number }> {
  const { graph, options, saver } = context;
  const trajectory = await readAttempt(context, threadId, head);
  const { length } = trajectory.steps;
  if (step >= length)
    throw new InvalidOptionError("step", `less than ${length}, the number of the thread's steps`, step);
  const read = (id: string, namespace?: string) => checkpointTuple(saver, threadId, id, namespace);
  // Whole supersteps alone: results of a part of one belong to the tasks of the thread itself.
  const planning = { graph, saver, read, noteChannel: options.noteChannel, keep: false, isTold: false };
  const plan = await planRewindOf(planning, trajectory, step);
  return { checkpoint: plan.checkpoint, step: plan.step };
}
