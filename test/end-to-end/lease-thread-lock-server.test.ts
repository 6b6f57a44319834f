import { once } from "node:events";

import { leaseThreadLock } from "langgraph-rollback/postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { openLeaseDatabase } from "../fixtures/lease-database.ts";

const { schema, table, missing, openPool, close } = await openLeaseDatabase("leaseThreadLock under load");
const reader = openPool();
// Creates the table.
beforeAll(async () => (await leaseThreadLock(reader, { schema }).acquire("first")).release());
afterAll(close);
afterEach(() => void vi.useRealTimers());

const TTL = 60_000;
const timeIsOurs = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

/** Each row of the table that is in force, with the end of its lease. */
const inForce = async (): Promise<readonly { readonly token: string; readonly until: string }[]> => {
  const { rows } = await reader.query(
    `select token::text, expires_at::text as until from ${table}
     where owner is not null and expires_at > clock_timestamp() order by token`,
  );
  return rows;
};

it("holds two hundred leases with one connection, and renews all of them by one statement", async () => {
  timeIsOurs();
  const pool = openPool({ application_name: "two hundred" });
  const statements = vi.spyOn(pool, "query");
  const locks = ["", "other"].map((scope) => leaseThreadLock(pool, { schema, scope, ttl: TTL }));
  let most = 0;
  pool.on("acquire", () => (most = Math.max(most, pool.totalCount)));
  const leases = [];
  for (let run = 0; run < 100; run += 1)
    for (const lock of locks) leases.push(await lock.acquire(`run ${run}`));
  const before = await inForce();
  expect(before).toHaveLength(200);
  statements.mockClear();
  await vi.advanceTimersByTimeAsync(TTL / 3);
  await expect
    .poll(async () => (await inForce()).every(({ until }, at) => until !== before[at]?.until))
    .toBe(true);
  expect(statements).toHaveBeenCalledOnce();
  expect(leases.filter(({ lost }) => lost?.aborted === true)).toEqual([]);
  for (const lease of leases) await lease.release();
  expect(await inForce()).toEqual([]);
  expect(most).toBe(1);
  if (missing !== undefined) return;
  const connections = "select from pg_stat_activity where application_name = $1";
  expect((await reader.query(connections, ["two hundred"])).rowCount).toBeLessThanOrEqual(1);
});

it("takes two hundred threads at once with the connections that its pool has", async () => {
  const pool = openPool(missing === undefined ? { max: 2 } : {});
  const lock = leaseThreadLock(pool, { schema, ttl: 10 * TTL });
  const leases = await Promise.all(Array.from({ length: 200 }, (_, run) => lock.acquire(`at once ${run}`)));
  expect(pool.totalCount).toBeLessThanOrEqual(2);
  expect(new Set(leases.map(({ token }) => token)).size).toBe(200);
  await Promise.all(leases.map((lease) => lease.release()));
});

describe.skipIf(missing !== undefined)(`connections that the server ends${missing ?? ""}`, () => {
  const terminate = (name: string) =>
    reader.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
      name,
    ]);

  it("cost no lease: the next statement goes over another one", async () => {
    timeIsOurs();
    const pool = openPool({ application_name: "cut off" });
    const lease = await leaseThreadLock(pool, { schema, ttl: TTL }).acquire("cut off");
    const [before] = await inForce();
    expect((await terminate("cut off")).rowCount).toBe(1);
    await vi.advanceTimersByTimeAsync(TTL / 3);
    // The first renewal may have met the connection that was ended. It is tried again after a twelfth.
    await vi.waitUntil(async () => (await inForce())[0]?.until !== before?.until, {
      timeout: 60_000,
      interval: 100,
    });
    expect(lease.lost?.aborted).toBe(false);
    await terminate("cut off");
    // A release that meets the connection that was ended is tried again soon.
    vi.useRealTimers();
    await lease.release();
    expect(await inForce()).toEqual([]);
  });

  it("while a statement waits for its answer fail that statement alone", async () => {
    const pool = openPool({ application_name: "cut in the middle" });
    const lock = leaseThreadLock(pool, { schema, whenBusy: "wait" });
    const locker = await reader.connect();
    await locker.query(`begin; lock table ${table} in access exclusive mode`);
    const taking = lock.acquire("cut in the middle").catch((error: unknown) => error);
    const waiting = "select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'";
    await expect.poll(async () => (await reader.query(waiting, ["cut in the middle"])).rowCount).toBe(1);
    await terminate("cut in the middle");
    expect(String(await taking)).toMatch(/terminat/i);
    await locker.query("rollback");
    locker.release();
    await (await lock.acquire("cut in the middle")).release();
  });
});

describe.skipIf(missing !== undefined)(`a server that hangs${missing ?? ""}`, () => {
  /** The server answers no statement about leases until it is let go. */
  async function hang(): Promise<() => Promise<void>> {
    const locker = await reader.connect();
    await locker.query(`begin; lock table ${table} in access exclusive mode`);
    return async () => {
      await locker.query("rollback");
      locker.release();
    };
  }

  it("loses the process its leases in time, by its own clock", async () => {
    timeIsOurs();
    const pool = openPool();
    const lease = await leaseThreadLock(pool, { schema, ttl: TTL }).acquire("hanging");
    const letGo = await hang();
    const lost = once(lease.lost ?? new EventTarget(), "abort");
    await vi.advanceTimersByTimeAsync(TTL - 1);
    expect(lease.lost?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await lost;
    expect(lease.lost?.reason).toMatchObject({
      why: "unrenewed",
      cause: { code: "LOCK_UNANSWERED", milliseconds: TTL / 3 },
    });
    // Two renewals, and the connections of those that hang are closed.
    expect(pool.totalCount).toBeLessThanOrEqual(2);
    await letGo();
    await lease.release();
    await (
      await leaseThreadLock(reader, { schema, whenBusy: "wait", pollInterval: 5 }).acquire("hanging")
    ).release();
  });

  it("refuses a thread after a third of a lease's time", async () => {
    const pool = openPool();
    const lock = leaseThreadLock(pool, { schema, ttl: 300 });
    const letGo = await hang();
    await expect(lock.acquire("hanging")).rejects.toMatchObject({
      code: "LOCK_UNANSWERED",
      milliseconds: 100,
    });
    await letGo();
  });
});
