import { randomUUID } from "node:crypto";

import fc from "fast-check";
import { leaseThreadLock } from "langgraph-rollback/postgres";
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from "vitest";

import { openLeaseDatabase } from "../fixtures/lease-database.ts";

const { schema, table, openPool, close } = await openLeaseDatabase("Interleaved leases");
afterAll(close);
afterEach(() => void vi.useRealTimers());

/** The server's clock is ours, too: its sessions find this function before the server's own. */
const path = `"${schema}", pg_catalog`;
const admin = openPool();
beforeAll(async () => {
  await admin.query(`create schema "${schema}"`);
  await admin.query(`create table "${schema}".time as select now() as present`);
  await admin.query(
    `create function "${schema}".clock_timestamp() returns timestamptz language sql volatile
     as $$ select present from "${schema}".time $$`,
  );
  // Creates the table.
  await (await leaseThreadLock(admin, { schema }).acquire("first")).release();
});

type Lease = Awaited<ReturnType<ReturnType<typeof leaseThreadLock>["acquire"]>>;
type Side = "sending" | "answering";

/** Statements that are under way at the server. */
const underWay = new Set<Promise<unknown>>();

/** A process whose network is slow on either side, by milliseconds of the clock that is ours. */
function makeProcess(ttl: number) {
  const pool = openPool({
    max: 1,
    idleTimeoutMillis: 0,
    verify: (client, done) => client.query(`set search_path to ${path}`, done),
  });
  const delays: Record<Side, number> = { sending: 0, answering: 0 };
  const delay = async (side: Side): Promise<void> => {
    if (delays[side] > 0) await new Promise((resolve) => setTimeout(resolve, delays[side]));
  };
  const network: Parameters<typeof leaseThreadLock>[0] = {
    query: async (statement) => {
      await delay("sending");
      const answer = pool.query(statement);
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
        await delay("answering");
      }
    },
  };
  /** By thread. */
  const leases = new Map<string, Lease>();
  return { lock: leaseThreadLock(network, { schema, ttl }), leases, delays };
}

const STEP = 300;
const processes = [makeProcess(3 * STEP), makeProcess(12 * STEP), makeProcess(12 * STEP)];

/** Until nothing happens any more without time that passes, or a network that is let go. */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    if (underWay.size > 0) quiet = 0;
    await Promise.allSettled(underWay);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function timePasses(steps: number, afterStep: () => Promise<void>): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await admin.query(`update "${schema}".time set present = present + interval '${STEP} milliseconds'`);
    await vi.advanceTimersByTimeAsync(STEP);
    await settle();
    await afterStep();
  }
}

type Event =
  | { readonly type: "take" | "give back"; readonly who: number; readonly thread: string }
  | { readonly type: "time"; readonly steps: number }
  | { readonly type: "network"; readonly who: number; readonly delays: Readonly<Record<Side, number>> }
  | { readonly type: "all take"; readonly thread: string };

// A third of a lease is the most that anybody waits for an answer. The longest delay is a network that is cut.
const delay = fc.constantFrom(0, STEP, 3 * STEP, 30 * STEP);
const anyDelays = fc.record({ sending: delay, answering: fc.constantFrom(0, STEP, 3 * STEP) });
const who = fc.nat({ max: processes.length - 1 });
const thread = fc.constantFrom("a", "b");
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("take" as const), who, thread }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("give back" as const), who, thread }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("time" as const), steps: fc.integer({ min: 1, max: 8 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("network" as const),
      who,
      delays: anyDelays,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("all take" as const), thread }) },
);

/** What has happened in all runs: a law that nothing puts to the test proves nothing. */
const seen = { granted: 0, lost: 0, refused: 0 };

/** Plays events on threads of its own, and holds the leases to their laws after each. */
async function play(
  networks: readonly Readonly<Record<Side, number>>[],
  events: readonly Event[],
): Promise<void> {
  for (const [at, { delays }] of processes.entries()) Object.assign(delays, networks[at]);
  const run = randomUUID();
  const highest = new Map<string, bigint>();
  const take = async (process: (typeof processes)[number], name: string): Promise<void> => {
    const lease = await process.lock.acquire(`${run} ${name}`).catch(() => undefined);
    if (lease === undefined) return void (seen.refused += 1);
    seen.granted += 1;
    lease.lost?.addEventListener("abort", () => (seen.lost += 1));
    expect(lease.token).toBeGreaterThan(highest.get(name) ?? 0n);
    highest.set(name, lease.token ?? 0n);
    process.leases.set(name, lease);
  };
  const giveBack = (process: (typeof processes)[number], name: string): void => {
    void process.leases.get(name)?.release();
    process.leases.delete(name);
  };
  const taking: Promise<void>[] = [];
  const start = (process: (typeof processes)[number], name: string): void => {
    if (process.leases.get(name)?.lost?.aborted === false) return;
    giveBack(process, name);
    taking.push(take(process, name));
  };
  const checked = () => expectLaws(run);
  for (const event of events) {
    if (event.type === "time") await timePasses(event.steps, checked);
    else if (event.type === "all take") for (const process of processes) start(process, event.thread);
    else {
      const process = processes[event.who];
      if (process === undefined) continue;
      if (event.type === "network") Object.assign(process.delays, event.delays);
      if (event.type === "take") start(process, event.thread);
      if (event.type === "give back") giveBack(process, event.thread);
    }
    await settle();
    await checked();
  }
  for (const { delays } of processes) delays.sending = delays.answering = 0;
  // What is still under way arrives.
  await timePasses(60, checked);
  await Promise.all(taking);
  for (const process of processes) for (const name of process.leases.keys()) giveBack(process, name);
  await settle();
}

/** Who believes to have a thread has it by the server, now. So no two have it at once. */
async function expectLaws(run: string): Promise<void> {
  const { rows } = await admin.query(
    `select thread, token::text from ${table}, "${schema}".time
     where thread like $1 and owner is not null and expires_at > present`,
    [`%${run}%`],
  );
  for (const { leases } of processes)
    for (const [name, lease] of leases)
      if (lease.lost?.aborted === false)
        expect(rows).toContainEqual({
          thread: JSON.stringify(["", `${run} ${name}`]),
          token: String(lease.token),
        });
}

it("a process that believes to have a thread has it by the server's clock, and tokens only grow", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const numRuns = inject("allRounds") ? 40 : 6;
  const networks = fc.tuple(anyDelays, anyDelays, anyDelays);
  const events = fc.array(anyEvent, { minLength: 20, maxLength: 40, size: "max" });
  await fc.assert(fc.asyncProperty(networks, events, play), { numRuns });
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});
