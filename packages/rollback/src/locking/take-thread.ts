import { AsyncLocalStorage } from "node:async_hooks";
import retry from "p-retry";

import { ThreadBusyError } from "../errors/thread-busy-error.ts";
import { ThreadLockLostError } from "../errors/thread-lock-lost-error.ts";
import { lockOver } from "./in-process-thread-lock.ts";
import type { RecordingSaver } from "../recording/recording-saver.ts";
import type { ThreadLease, ThreadLock } from "./thread-lock.ts";
import { entered } from "../langgraph/isolate.ts";

/** @internal Means of keeping runs of one thread apart: the user's lock, or else one over the checkpointer. */
export interface ThreadHolding {
  readonly options: { readonly lock: ThreadLock | undefined };
  readonly saver: RecordingSaver;
}

/** @internal A thread that a run has to itself, and that it can take again if the lock was lost. */
export interface HeldLease {
  /** Aborts when the lock is gone without having been given back; `undefined` if the lock never tells. */
  readonly lost: AbortSignal | undefined;
  /** Whether a run that has lost it stores no checkpoint any more. */
  readonly fences: boolean;
  release(): Promise<void>;
  /**
   * Takes the thread again.
   * @throws as the lock does; the thread is not taken then
   */
  retake(): Promise<void>;
}

/** @internal A thread that a run has taken. */
export interface TakenThread {
  readonly lease: HeldLease;
  /** Does something as part of the run that has the thread: a call of the same thread from inside is recognised. */
  readonly enter: <T>(work: () => T) => T;
  release(): Promise<void>;
}

interface Taken {
  readonly lock: ThreadLock;
  readonly threadId: string;
  released: boolean;
}

/** A run that has a thread. */
interface Holder {
  readonly taken: Taken;
  readonly signal: AbortSignal | undefined;
  /** Resolves when it was given back. */
  readonly gone: Promise<void>;
}

/** The threads that runs of this process have. */
const held = new Set<Holder>();

/**
 * The threads that the runs around a call have taken: a run that waited for one of them would wait for itself. Nothing else
 * of those runs: whatever a run starts, such as a timer, holds on to this.
 */
const around = new AsyncLocalStorage<readonly Taken[]>();

/**
 * @internal Takes a thread for one run.
 * @throws {ThreadBusyError} if another run has it and the lock does not wait, or if the run that makes the call has it
 */
export async function takeThread(
  { options, saver }: ThreadHolding,
  threadId: string,
  signal?: AbortSignal,
): Promise<TakenThread> {
  const lock = options.lock ?? lockOver(saver);
  const isIt = (other: Taken): boolean => other.lock === lock && other.threadId === threadId;
  // A run that starts the next one, and that one the next, stands around all of them for good.
  const outer = (around.getStore() ?? []).filter(({ released }) => !released);
  if (outer.some(isIt)) throw new ThreadBusyError(threadId, "the calling run");
  // A call that is aborted rejects before its run has come to rest; the next caller need not know.
  const leaving = [...held].filter(({ taken, signal: own }) => isIt(taken) && own?.aborted === true);
  await Promise.all(leaving.map(({ gone }) => gone));
  const lease = await heldLease(() => saver.noting(lock.acquire(threadId, signal)), signal);
  const unguard = saver.guard(threadId, () => lossOf(threadId, lease));
  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const taken: Taken = { lock, threadId, released: false };
  const holder: Holder = { taken, signal, gone };
  held.add(holder);
  return {
    lease,
    enter: (work) => around.run([...outer, taken], work),
    release: async () => {
      taken.released = true;
      unguard();
      await lease.release();
      held.delete(holder);
      leave();
    },
  };
}

/** Why a run may not store checkpoints any more; `undefined` while it may. */
function lossOf(threadId: string, { fences, lost }: HeldLease): ThreadLockLostError | undefined {
  if (!fences || lost?.aborted !== true) return undefined;
  return new ThreadLockLostError(threadId, { cause: lost.reason });
}

async function heldLease(
  acquire: () => Promise<ThreadLease>,
  signal: AbortSignal | undefined,
): Promise<HeldLease> {
  let lease = await acquire();
  const release = async (): Promise<void> => {
    try {
      await lease.release();
    } catch {
      // The run is over, and its result is not the lock's to take.
    }
  };
  return {
    release,
    retake: async () => {
      await release();
      // A database frees the locks of a connection a moment after it has ended it.
      lease = await retry(acquire, { retries: 3, minTimeout: 20, factor: 5, signal });
    },
    get lost() {
      return lease.lost;
    },
    get fences() {
      return lease.fences === true;
    },
  };
}

/** @internal Does something with a thread taken. */
export async function withThread<T>(
  context: ThreadHolding,
  threadId: string,
  signal: AbortSignal | undefined,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const thread = await takeThread(context, threadId, signal);
  try {
    return await thread.enter(() => work(thread.lease));
  } finally {
    await thread.release();
  }
}

/**
 * @internal Streams a run with its thread taken, from before the first chunk to after the last. A run that is aborted gives
 * its thread back at once: its reader may be gone, and never ask for the chunk that would let it end.
 *
 * @throws {ThreadBusyError} if another run has the thread and the lock does not wait
 */
export async function* onThread(
  holding: ThreadHolding,
  { threadId, signal }: { readonly threadId: string; readonly signal: AbortSignal | undefined },
  run: (lease: HeldLease) => AsyncGenerator<unknown, unknown>,
): AsyncGenerator<unknown, unknown> {
  const thread = await takeThread(holding, threadId, signal);
  const running = entered(thread.enter, () => run(thread.lease));
  let left: Promise<void> | undefined;
  const leave = async (): Promise<void> => {
    // How the run ends is told to its reader.
    await Promise.allSettled([running.return(undefined)]);
    await thread.release();
  };
  const abort = (): void => void (left ??= leave());
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const output = yield* running;
    if (left !== undefined) signal?.throwIfAborted();
    return output;
  } finally {
    signal?.removeEventListener("abort", abort);
    await (left ??= leave());
  }
}
