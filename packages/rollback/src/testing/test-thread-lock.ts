import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { TestRunner } from "@langgraph-rollback/attribution/testing";

import type { ThreadLock, ThreadLockOptions } from "../locking/thread-lock.ts";

/** The test runner, and what the lock does when a thread is busy. */
export interface ThreadLockTestOptions extends TestRunner, Required<ThreadLockOptions> {
  /** Heads the tests; "the lock" unless told. */
  readonly name?: string;
}

/**
 * Tests that every {@link ThreadLock} has to pass.
 *
 * @example
 * import { describe, it } from "vitest";
 * testThreadLock(() => postgresThreadLock(pool), { describe, it, whenBusy: "refuse" });
 *
 * @param makeLock makes a lock that keeps out what all others made here let in, as another process would; a lock for
 *   one process gives the same each time. Tests use threads with random names
 */
export function testThreadLock(
  makeLock: () => ThreadLock | Promise<ThreadLock>,
  { describe, it, name = "the lock", whenBusy }: ThreadLockTestOptions,
): void {
  const test = (title: string, body: (one: ThreadLock, other: ThreadLock) => Promise<void>): void =>
    void it(title, async () => body(await makeLock(), await makeLock()));

  describe(`${name} as a ThreadLock that ${whenBusy === "wait" ? "waits" : "refuses"}`, () => {
    test("gives a thread again that was given back, also twice", async (one, other) => {
      const thread = randomUUID();
      for (const lock of [one, other, one, one]) {
        const lease = await lock.acquire(thread);
        assert.equal(lease.lost?.aborted ?? false, false);
        await lease.release();
        await lease.release();
      }
    });

    test("gives different threads at once, however alike their names", async (one) => {
      const thread = randomUUID();
      const names = [thread, `${thread} `, `${thread}\0`, `${thread}/1`, `Ü${thread}`, `ü${thread}`];
      const leases = await Promise.all(names.map((id) => one.acquire(id)));
      for (const lease of leases) await lease.release();
    });

    test("keeps a thread for its next run when the last one gives it back again", async (one, other) => {
      const thread = randomUUID();
      const before = await one.acquire(thread);
      await before.release();
      const lease = await other.acquire(thread);
      await before.release();
      assert.equal(await isTaken(one, thread), true);
      assert.equal(lease.lost?.aborted ?? false, false);
      await lease.release();
      await (await one.acquire(thread)).release();
    });

    test("gives each lease of a thread a higher token than all before, if it gives tokens", async (one, other) => {
      const thread = randomUUID();
      let before: bigint | undefined;
      for (const lock of [one, other, other, one]) {
        const lease = await lock.acquire(thread);
        if (before !== undefined) assert.ok(lease.token !== undefined && lease.token > before);
        before = lease.token;
        await lease.release();
      }
    });

    test("lets one run in at a time, of twenty that come at once", async (one, other) => {
      const thread = randomUUID();
      let inside = 0;
      const run = async (_: unknown, index: number): Promise<void> => {
        const lease = await entering(index % 2 === 0 ? one : other, thread);
        assert.equal((inside += 1), 1);
        await sleep(2);
        inside -= 1;
        await lease.release();
      };
      await Promise.all(Array.from({ length: 20 }, run));
    });

    test("does not give a thread to a call that is aborted already", async (one) => {
      const thread = randomUUID();
      const reason = new Error("stopped by the test");
      await assert.rejects(one.acquire(thread, AbortSignal.abort(reason)), (error) => error === reason);
      await (await one.acquire(thread)).release();
    });

    if (whenBusy === "wait") testWaiting(test);
    else
      test("refuses a thread that is taken, with THREAD_BUSY", async (one, other) => {
        const thread = randomUUID();
        const lease = await one.acquire(thread);
        for (const lock of [one, other])
          await assert.rejects(lock.acquire(thread), { code: "THREAD_BUSY", threadId: thread });
        await lease.release();
        await (await other.acquire(thread)).release();
      });
  });
}

function testWaiting(
  test: (title: string, body: (one: ThreadLock, other: ThreadLock) => Promise<void>) => void,
): void {
  test("waits for a thread that is taken", async (one, other) => {
    const thread = randomUUID();
    const order: string[] = [];
    const lease = await one.acquire(thread);
    const waiting = other.acquire(thread).then((next) => {
      order.push("taken again");
      return next;
    });
    await sleep(30);
    order.push("given back");
    await lease.release();
    await (await waiting).release();
    assert.deepEqual(order, ["given back", "taken again"]);
  });

  test("stops waiting with the reason of a signal that aborts, and leaves the queue in order", async (one, other) => {
    const thread = randomUUID();
    const lease = await one.acquire(thread);
    const abort = new AbortController();
    const reason = new Error("stopped by the test");
    const stopped = assert.rejects(other.acquire(thread, abort.signal), (error) => error === reason);
    let taken = false;
    const behind = one.acquire(thread).then((next) => {
      taken = true;
      return next;
    });
    abort.abort(reason);
    await stopped;
    await sleep(30);
    assert.equal(taken, false);
    await lease.release();
    await (await behind).release();
  });
}

/** Tries to take a thread for a moment. */
async function isTaken(lock: ThreadLock, thread: string): Promise<boolean> {
  const patience = new AbortController();
  const trying = lock.acquire(thread, patience.signal).then(
    async (lease) => {
      await lease.release();
      return false;
    },
    (error: unknown) => {
      if (error !== patience.signal.reason) assert.equal(Reflect.get(Object(error), "code"), "THREAD_BUSY");
      return true;
    },
  );
  await Promise.race([trying, sleep(100)]);
  patience.abort(new Error("tried long enough"));
  return trying;
}

/** Takes a thread, trying again for as long as the lock refuses. */
async function entering(lock: ThreadLock, thread: string): ReturnType<ThreadLock["acquire"]> {
  for (;;) {
    try {
      return await lock.acquire(thread);
    } catch (error) {
      if (Reflect.get(Object(error), "code") !== "THREAD_BUSY") throw error;
      await sleep(1);
    }
  }
}
