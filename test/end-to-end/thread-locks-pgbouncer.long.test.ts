import { leaseThreadLock, postgresThreadLock } from "langgraph-rollback/postgres";
import { testThreadLock } from "langgraph-rollback/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { openLeaseDatabase } from "../fixtures/lease-database.ts";
import { missingPgBouncer, startPgBouncer } from "../fixtures/pgbouncer.ts";

const { schema, table, missing: missingServer, openPool, close } = await openLeaseDatabase("PgBouncer");
afterAll(close);
afterEach(() => void vi.useRealTimers());

const missing = missingServer ?? missingPgBouncer();
if (missing !== undefined) process.stderr.write(`SKIPPED: thread locks through PgBouncer: ${missing}\n`);

/** Pools of two processes, through a PgBouncer of their own. */
function throughPgBouncer(connections: number) {
  const started = startPgBouncer(connections);
  const pools = started.then(({ port }) => [openPool({ port }), openPool({ port })] as const);
  return {
    pools,
    stop: async () => {
      for (const pool of await pools) pool.on("error", () => {});
      await (await started).stop();
    },
  };
}

describe.skipIf(missing !== undefined)(`through PgBouncer in transaction mode${missing ?? ""}`, () => {
  let two: ReturnType<typeof throughPgBouncer>;
  let single: ReturnType<typeof throughPgBouncer>;
  beforeAll(async () => {
    two = throughPgBouncer(2);
    single = throughPgBouncer(1);
    await Promise.all([two.pools, single.pools]);
  });
  afterAll(async () => {
    await two.stop();
    await single.stop();
  });

  for (const whenBusy of ["refuse", "wait"] as const) {
    let made = 0;
    const makeLock = async () =>
      leaseThreadLock((await two.pools)[(made += 1) % 2 === 0 ? 0 : 1], {
        schema,
        whenBusy,
        pollInterval: 5,
      });
    testThreadLock(makeLock, { describe, it, whenBusy, name: "leaseThreadLock" });
  }

  it("leaseThreadLock renews the leases of more runs than there are connections", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const ttl = 60_000;
    const [one, other] = await two.pools;
    const leases = [];
    for (let run = 0; run < 25; run += 1)
      for (const [name, pool] of [
        ["one", one],
        ["other", other],
      ] as const)
        leases.push(await leaseThreadLock(pool, { schema, ttl }).acquire(`${name} ${run}`));
    const ends = async () =>
      (
        await one.query(
          `select expires_at::text as until from ${table} where owner is not null order by token`,
        )
      ).rows;
    const before = await ends();
    expect(before).toHaveLength(50);
    await vi.advanceTimersByTimeAsync(ttl / 3);
    await expect
      .poll(async () => (await ends()).every(({ until }, at) => until !== before[at].until))
      .toBe(true);
    expect(leases.filter(({ lost }) => lost?.aborted === true)).toEqual([]);
    vi.useRealTimers();
    for (const lease of leases) await lease.release();
  });

  it("postgresThreadLock does not keep two runs apart: they share the connection that has the lock", async () => {
    const [one, other] = await single.pools;
    const first = await postgresThreadLock(one).acquire("shared");
    const second = await postgresThreadLock(other).acquire("shared");
    expect([first.lost?.aborted, second.lost?.aborted]).toEqual([false, false]);
    await first.release();
    await second.release();
  });

  it("leaseThreadLock keeps them apart there", async () => {
    const [one, other] = await single.pools;
    const first = await leaseThreadLock(one, { schema }).acquire("shared");
    await expect(leaseThreadLock(other, { schema }).acquire("shared")).rejects.toThrow("is busy");
    await first.release();
  });
});
