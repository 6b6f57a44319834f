import { setTimeout as sleep } from "node:timers/promises";

import { ThreadBusyError } from "../errors/thread-busy-error.ts";
import type { ThreadLease, ThreadLockOptions } from "./thread-lock.ts";

/** @internal A thread that somebody wants, and how long the lock tries. */
interface Wanted extends Required<ThreadLockOptions> {
  readonly threadId: string;
  /** Milliseconds between two tries. */
  readonly pollInterval: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * @internal Tries to take a thread: once with a lock that refuses, until it is free with one that waits.
 *
 * @param take the thread, if it is free at this moment
 * @throws {ThreadBusyError} if it is not free and the lock refuses
 * @throws the signal's reason
 */
export async function takeWhenFree(
  take: () => Promise<ThreadLease | undefined>,
  { threadId, whenBusy, pollInterval, signal }: Wanted,
): Promise<ThreadLease> {
  for (;;) {
    signal?.throwIfAborted();
    const lease = await take();
    if (lease !== undefined) return lease;
    if (whenBusy === "refuse") throw new ThreadBusyError(threadId);
    await sleep(pollInterval, undefined, { signal }).catch(() => {
      // Woken by the signal, whose reason is thrown above.
    });
  }
}

/** @internal @throws {RangeError} if there is no pause between two tries */
export function checkPollInterval(pollInterval: number): void {
  if (!(pollInterval > 0)) throw new RangeError(`Expected \`pollInterval\` to be > 0, got ${pollInterval}.`);
}
