import { randomUUID } from "node:crypto";
import { once } from "node:events";

import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { readHistory, type RollbackEvent } from "langgraph-rollback";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import { testThreadLock } from "langgraph-rollback/testing";
import type pg from "pg";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";

import { openLeaseDatabase } from "../fixtures/lease-database.ts";
import { noteTakingGraph, question, thread as threadOfGraph } from "../fixtures/note-taking-graph.ts";

const { schema, table, openPool, close } = await openLeaseDatabase("leaseThreadLock");
const [one, other, reader] = [openPool(), openPool(), openPool()];
afterAll(close);

/** Lets time pass for the process, as its timers and its monotonic clock see it. The server's clock does not hear of it. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}
const timeIsOurs = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
afterEach(() => void vi.useRealTimers());

const TTL = 60_000;

const lockOf = (pool: pg.Pool, options: Parameters<typeof leaseThreadLock>[1] = {}) =>
  leaseThreadLock(pool, { schema, pollInterval: 5, ...options });

/** The aborted signal's reason, once it is aborted. */
async function lossOf({ lost }: { readonly lost?: AbortSignal }): Promise<unknown> {
  if (lost?.aborted === false) await once(lost, "abort");
  return lost?.reason;
}

it.each([
  [{ pollInterval: 0 }, "Expected `pollInterval` to be > 0, got 0."],
  [{ ttl: 99 }, "Expected `ttl` from 100 to 86400000 ms, got 99."],
  [{ ttl: Infinity }, "Expected `ttl` from 100 to 86400000 ms, got Infinity."],
])("refuses %o", (options, message) => {
  expect(() => leaseThreadLock(one, options)).toThrow(new RangeError(message));
});

for (const whenBusy of ["refuse", "wait"] as const) {
  let made = 0;
  const makeLock = () => lockOf((made += 1) % 2 === 0 ? one : other, { whenBusy });
  testThreadLock(makeLock, { describe, it, whenBusy, name: "leaseThreadLock" });
}

describe("the table of leases", () => {
  it("is created once by many who need it at the same time, together with its schema", async () => {
    const fresh = `${schema}_"fresh"`;
    const leases = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        leaseThreadLock(index % 2 === 0 ? one : other, { schema: fresh }).acquire(`thread ${index}`),
      ),
    );
    for (const lease of leases) await lease.release();
    await reader.query(`drop schema "${fresh.replaceAll('"', '""')}" cascade`);
    expect(new Set(leases.map(({ token }) => token)).size).toBe(12);
  });

  it("says whose a thread is, and keeps the token of a thread that is free", async () => {
    const lease = await lockOf(one, { scope: "s" }).acquire("in the table");
    const rows = async () =>
      (
        await reader.query(
          `select token, owner, expires_at > clock_timestamp() as "inForce" from ${table} where thread = $1`,
          [JSON.stringify(["s", "in the table"])],
        )
      ).rows;
    const token = String(lease.token);
    expect(await rows()).toEqual([
      { token, inForce: true, owner: expect.stringContaining(` ${process.pid} `) },
    ]);
    await lease.release();
    expect(await rows()).toEqual([{ token, inForce: false, owner: null }]);
  });

  it("gives no token twice, also when rows of free threads are deleted", async () => {
    const lock = lockOf(one);
    const thread = randomUUID();
    const first = await lock.acquire(thread);
    await first.release();
    await reader.query(`delete from ${table} where owner is null`);
    const second = await lock.acquire(thread);
    expect(second.token).toBeGreaterThan(first.token ?? 0n);
    await second.release();
  });

  it("tells stores apart by their scope", async () => {
    const leases = await Promise.all(["", "a", "b"].map((scope) => lockOf(one, { scope }).acquire("scoped")));
    await expect(lockOf(other, { scope: "b" }).acquire("scoped")).rejects.toThrow("is busy");
    for (const lease of leases) await lease.release();
  });
});

describe("a lease", () => {
  it("is renewed for as long as its run takes", async () => {
    timeIsOurs();
    const lease = await lockOf(one, { ttl: TTL }).acquire("long");
    const expiry = async () =>
      (await reader.query(`select expires_at::text from ${table} where token = $1`, [lease.token])).rows;
    for (const _ of [1, 2, 3, 4, 5]) {
      const before = await expiry();
      await pass(TTL / 3);
      await expect.poll(expiry).not.toEqual(before);
    }
    expect(lease.lost?.aborted).toBe(false);
    await lease.release();
  });

  it("that another has taken over is lost, and its release leaves the other's alone", async () => {
    timeIsOurs();
    const lease = await lockOf(one, { ttl: TTL }).acquire("overtaken");
    await reader.query(`update ${table} set expires_at = clock_timestamp() where token = $1`, [lease.token]);
    const next = await lockOf(other).acquire("overtaken");
    expect(next.token).toBeGreaterThan(lease.token ?? 0n);
    await pass(TTL / 3);
    expect(await lossOf(lease)).toMatchObject({ code: "LEASE_LOST", threadId: "overtaken", why: "taken" });
    await lease.release();
    await expect(lockOf(one).acquire("overtaken")).rejects.toThrow("is busy");
    expect(next.lost?.aborted).toBe(false);
    await next.release();
  });

  it("is lost by the clock of its process as soon as anybody asks, before a timer has noticed", async () => {
    timeIsOurs();
    const lease = await lockOf(one, { ttl: TTL }).acquire("late");
    const heard = vi.fn<() => void>();
    lease.lost?.addEventListener("abort", heard);
    // Moves the clock alone, as a stopped process finds it.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + TTL);
    expect(lease.lost?.aborted).toBe(true);
    expect(lease.lost?.reason).toMatchObject({ code: "LEASE_LOST", why: "unrenewed" });
    expect(heard).toHaveBeenCalledOnce();
    clock.mockRestore();
    await lease.release();
    await (await lockOf(other).acquire("late")).release();
  });

  it("is counted from before it was asked for, however late the answer comes", async () => {
    // Creates the table.
    await (await lockOf(one).acquire("slow")).release();
    timeIsOurs();
    let isCut = false;
    const slow: Parameters<typeof leaseThreadLock>[0] = {
      query: async (statement) => {
        if (isCut) return new Promise(() => {});
        const answer = await one.query(statement);
        await pass(TTL / 4);
        return answer;
      },
    };
    const lease = await leaseThreadLock(slow, { schema, ttl: TTL }).acquire("slow");
    isCut = true;
    await pass(TTL - TTL / 4 - 1);
    expect(lease.lost?.aborted).toBe(false);
    await pass(1);
    expect(lease.lost?.aborted).toBe(true);
    isCut = false;
    await lease.release();
  });

  it("that was given back is not lost any more, and has no timer", async () => {
    timeIsOurs();
    const lease = await lockOf(one, { ttl: TTL }).acquire("over");
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await lease.release();
    await pass(2 * TTL);
    expect(lease.lost?.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not go to a call that was aborted while it was asked for", async () => {
    const abort = new AbortController();
    const taking = lockOf(one).acquire("stopped", abort.signal);
    abort.abort(new Error("stopped by the test"));
    await expect(taking).rejects.toThrow("stopped by the test");
    const next = await lockOf(other, { whenBusy: "wait" }).acquire("stopped");
    await next.release();
  });
});

it("a run whose lease is taken over in the middle does not roll back, and its own result comes back", async () => {
  let lease: Awaited<ReturnType<ReturnType<typeof lockOf>["acquire"]>> | undefined;
  let next = lease;
  const inner = lockOf(one, { ttl: TTL });
  const events: RollbackEvent[] = [];
  const graph = noteTakingGraph(new MemorySaver(), {
    lock: { acquire: async (...asked) => (lease = await inner.acquire(...asked)) },
    onEvent: (event) => events.push(event),
    beforeVerdict: async () => {
      await reader.query(`update ${table} set expires_at = clock_timestamp() where token = $1`, [
        lease?.token,
      ]);
      next = await lockOf(other).acquire("t");
      await pass(TTL / 3);
      await lossOf(lease ?? {});
    },
  });
  // Creates the table.
  await (await inner.acquire("t")).release();
  timeIsOurs();
  const { messages } = await graph.invoke(question, threadOfGraph);
  expect(messages.map(({ text }) => text)).toContain("solve: wrong");
  expect(events.filter(({ type }) => type === "rollback:problem")).toMatchObject([
    { problem: { code: "THREAD_LOCK_LOST" } },
  ]);
  // The thread is another's by now, and so is its history.
  expect(await readHistory(graph, threadOfGraph)).toEqual([]);
  // The run that ended has not given the other's lease back.
  await expect(inner.acquire("t")).rejects.toThrow("is busy");
  await next?.release();
});
