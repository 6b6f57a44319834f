import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { ThreadBusyError } from "../errors/thread-busy-error.ts";
import { RecordingSaver } from "../recording/recording-saver.ts";
import type { ThreadLock, ThreadLockOptions } from "./thread-lock.ts";
import { unlessAborted } from "../langgraph/on-abort.ts";

/**
 * Keeps runs on one thread apart within this process; those that wait get the thread in the order in which they came.
 *
 * This is what `withRollback` uses unless told, one for each checkpointer, refusing. Make one to queue instead, and give it
 * to all graphs over that checkpointer.
 *
 * @example
 * withRollback(graph, { verify, lock: inProcessThreadLock({ whenBusy: "wait" }) });
 */
export function inProcessThreadLock({ whenBusy = "refuse" }: ThreadLockOptions = {}): ThreadLock {
  /** Per thread, when the last of those that have it or wait for it is done. */
  const queues = new Map<string, Promise<void>>();
  return {
    async acquire(threadId, signal) {
      signal?.throwIfAborted();
      const before = queues.get(threadId);
      if (before !== undefined && whenBusy === "refuse") throw new ThreadBusyError(threadId);
      const { promise: done, resolve } = deferred();
      const leave = async (): Promise<void> => {
        await before;
        await done;
        if (queues.get(threadId) === queue) queues.delete(threadId);
      };
      const queue = leave();
      queues.set(threadId, queue);
      const release = (): Promise<void> => {
        resolve();
        return queue;
      };
      try {
        if (before !== undefined) await unlessAborted(before, signal);
      } catch (error) {
        // Leaves the queue; those behind still wait for those before.
        resolve();
        throw error;
      }
      return { release };
    },
  };
}

const locks = new WeakMap<BaseCheckpointSaver, ThreadLock>();

/** @internal The lock of a checkpointer in this process, the same for all graphs over it. */
export function lockOver(saver: BaseCheckpointSaver): ThreadLock {
  if (saver instanceof RecordingSaver) return lockOver(saver.inner);
  const known = locks.get(saver) ?? inProcessThreadLock();
  locks.set(saver, known);
  return known;
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
