import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { threadIdOf } from "../langgraph/thread.ts";
import { lockOver } from "../locking/in-process-thread-lock.ts";
import type { ThreadLock } from "../locking/thread-lock.ts";
import type { PrunedThread } from "../pruning/prune-thread.ts";
import type { LeftReason } from "../pruning/why-left.ts";
import { prune } from "../prune.ts";
import { guardedContext } from "../setup/guarded-context.ts";
import { seenNow } from "./seen.ts";

/** Things that go with a thread. */
export type ThreadDeletion = Pick<PrunedThread, "threadId" | "tables" | "losses">;

/** Why a thread is not deleted, and what to do. */
const REFUSALS: Readonly<Record<LeftReason, string>> = {
  paused: "It waits for a human: answer it first.",
  asked: "It waits for the approval of a rollback: answer it first.",
  undoing: "A rollback of it is not completed: `resumeRollback` completes it.",
  holding: "It holds acts that are not released: release or discard them first.",
  busy: "A run is on it, or its last run was not judged. Wait for its end; after a crash, resume it.",
  unreadable: "Its history cannot be read. `deleteThread` of its checkpointer deletes it without a look.",
};

/**
 * Deletes a thread with all that is kept of it: checkpoints, history, labels in the database, recorded answers, what it has taught, and snapshots of files that no other thread names. Nothing brings it back. Effects outside of the graph
 * stay. A thread that waits for a human, is being run or rolled back, or holds acts that are not released is refused.
 *
 * @param graph  as `withRollback` gives it
 * @param config names the thread
 * @param request `expected` is the thread as the person has seen it, from {@link previewActions}; `dryRun` says what would go, and deletes nothing (default false)
 * @returns what has gone, or would; no tables for a checkpointer that does not tell
 * @throws {ThreadMovedError} if the thread has changed since the person looked at it; nothing is deleted
 * @throws {ActionRefusedError} if it cannot be deleted as it stands, or somebody wrote to it just then; nothing is deleted
 * @throws {PruneUnsupportedError} if the checkpointer cannot delete
 * @throws {InvalidOptionError} if the graph has no rollback
 *
 * @example
 * const { expected } = await previewActions(agent, config);
 * const { losses } = await deleteThread(agent, config, { expected, dryRun: true });
 */
export async function deleteThread(
  graph: RollbackTarget,
  config: RunnableConfig,
  request: { readonly expected: string; readonly dryRun?: boolean },
): Promise<ThreadDeletion> {
  const { dryRun = false, expected } = request;
  const { options, saver } = guardedContext(graph);
  const threadId = threadIdOf(config);
  const own = options.lock ?? lockOver(saver.inner);
  // The look has to be under the lock: a run may have come and gone since.
  const lock: ThreadLock = {
    acquire: async (id, signal) => {
      const lease = await own.acquire(id, signal);
      try {
        await checkSeen(saver, threadId, expected);
        return lease;
      } catch (error) {
        await lease.release();
        throw error;
      }
    },
  };
  const { left, pruned } = await prune(saver.inner, {
    // Whatever its age: the person has seen it.
    deleteThreads: 0,
    now: Number.MAX_SAFE_INTEGER,
    threads: [threadId],
    dryRun,
    lock,
  });
  const [reason] = left;
  if (reason !== undefined) throw new ActionRefusedError(threadId, REFUSALS[reason.reason]);
  const [gone] = pruned;
  if (gone?.isDeleted !== true) throw new ActionRefusedError(threadId, "There is no such thread.");
  const { losses, tables } = gone;
  return { threadId, tables, losses };
}

/** @throws {ThreadMovedError} if the thread is not as the person has seen it */
async function checkSeen(
  saver: Pick<BaseCheckpointSaver, "getTuple">,
  threadId: string,
  expected: string,
): Promise<void> {
  const now = await seenNow({ saver }, threadId);
  if (now === expected) return;
  const [[before = ""], [present = ""]] = [expected.split("/"), now.split("/")];
  throw new ThreadMovedError(threadId, before, present === "" ? undefined : present);
}
