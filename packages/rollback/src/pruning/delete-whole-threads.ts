import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { PruneUnsupportedError } from "../errors/prune-unsupported-error.ts";
import { ThreadBusyError } from "../errors/thread-busy-error.ts";
import { listThreads } from "../history/list-threads.ts";
import { readJournal } from "../history/journal.ts";
import { INTERRUPT } from "@langchain/langgraph-checkpoint";
import { checkpointIdOf, namespaceIn } from "../langgraph/thread.ts";
import type { ThreadLock } from "../locking/thread-lock.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";
import { Lineages } from "./lineages.ts";
import { lossesOf } from "./losses.ts";
import { isSilentSince } from "./plan-thread.ts";
import type { LeftThread, PrunedThread } from "./prune-thread.ts";
import { keyOf, type StoredCheckpoint, type StoredThread } from "./stored-thread.ts";
import { whyLeft } from "./why-left.ts";

/** @internal Which threads are deleted. */
export interface WholeThreads {
  readonly isDryRun: boolean;
  readonly threads: readonly string[] | undefined;
  /** Threads with nothing newer are deleted, in milliseconds since the epoch. */
  readonly before: number;
  readonly lock: ThreadLock;
}

/**
 * @internal Deletes whole threads of a checkpointer whose tables nobody knows.
 *
 * @throws {PruneUnsupportedError} if it has no `deleteThread`
 */
export async function deleteWholeThreads(
  saver: BaseCheckpointSaver,
  { before, isDryRun, lock, threads }: WholeThreads,
): Promise<{
  readonly isDryRun: boolean;
  readonly deleted: Readonly<Record<string, never>>;
  readonly pruned: readonly PrunedThread[];
  readonly left: readonly LeftThread[];
}> {
  if (typeof Reflect.get(saver, "deleteThread") !== "function")
    throw new PruneUnsupportedError(
      saver.constructor.name,
      "It has no `deleteThread`, so nothing of it can be deleted.",
    );
  const ids =
    threads ?? (await listThreads(saver, Number.MAX_SAFE_INTEGER)).threads.map(({ threadId }) => threadId);
  const pruned: PrunedThread[] = [];
  const left: LeftThread[] = [];
  for (const threadId of ids.toSorted()) {
    const done = await deleteThread(saver, threadId, { before, isDryRun, lock });
    if (done === undefined) continue;
    if ("reason" in done) left.push(done);
    else pruned.push(done);
  }
  return { isDryRun, deleted: {}, pruned, left };
}

async function deleteThread(
  saver: BaseCheckpointSaver,
  threadId: string,
  { before, isDryRun, lock }: Omit<WholeThreads, "threads">,
): Promise<PrunedThread | LeftThread | undefined> {
  try {
    const lease = await lock.acquire(threadId);
    try {
      const thread = await listed(saver, threadId);
      if (!isSilentSince(thread, before) || thread.checkpoints.length === 0) return undefined;
      const journal = await readJournal(saver, threadId);
      const lineages = new Lineages(thread.checkpoints);
      const reason = await whyLeft(saver, thread, lineages, journal);
      if (reason !== undefined) return { threadId, reason };
      const losses = await lossesOf(
        saver,
        { thread, lineages },
        journal,
        new Set(thread.checkpoints.map(keyOf)),
      );
      if (!isDryRun) await saver.deleteThread(threadId);
      return { threadId, isDeleted: true, tables: {}, losses };
    } finally {
      await lease.release();
    }
  } catch (error) {
    if (error instanceof ThreadBusyError) return { threadId, reason: "busy" };
    throw error;
  }
}

const UNKNOWN = { rows: 0, bytes: 0 };

/** A thread as its checkpointer lists it, without sizes. */
async function listed(saver: BaseCheckpointSaver, threadId: string): Promise<StoredThread> {
  const checkpoints: StoredCheckpoint[] = [];
  for await (const tuple of listTolerantly(saver, { configurable: { thread_id: threadId } }))
    checkpoints.push({
      namespace: namespaceIn(tuple.config),
      id: tuple.checkpoint.id,
      parent: checkpointIdOf(tuple.parentConfig),
      metadata: { ...tuple.metadata },
      bytes: 0,
      writes: UNKNOWN,
      asks: tuple.pendingWrites?.some(([, channel]) => channel === INTERRUPT) === true,
      versioned: new Set(),
      valued: new Set(),
    });
  return { threadId, checkpoints, blobs: [], strays: new Map(), version: "" };
}
