import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { leaseThreadLock, postgresThreadLock } from "langgraph-rollback/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { keptBundle } from "../fixtures/kept-bundle.ts";
import { openLeaseDatabase } from "../fixtures/lease-database.ts";
import { endOf, oddEnd } from "../fixtures/worker-end.ts";

const { schema, table, missing, openPool, close } = await openLeaseDatabase("Processes that are paused");
// PGlite would not do: a process that is stopped in the middle of a statement stops all that share its one session.
if (missing !== undefined)
  process.stderr.write(`SKIPPED: the tests of paused and killed holders of locks, for ${missing}\n`);
const pool = openPool();
afterAll(close);

const deed = z.object({
  deed: z.string(),
  at: z.coerce.bigint(),
  date: z.number(),
  code: z.string().optional(),
  token: z.string().optional(),
  lost: z.boolean().optional(),
});

/** Milliseconds of a lease that expires here: long enough for a laden machine to take and renew it. */
const TTL = 5000;

let program = "";
const fixtures = join(import.meta.dirname, "../fixtures");

/** A process that does what it is told with the lock of a thread; `hours` is how wrong its time of day is. */
function holder(kind: "lease" | "session", thread: string, { ttl = 600_000, hours = 0 } = {}) {
  const shift = `${pathToFileURL(join(fixtures, "shifted-date.mjs")).href}?hours=${hours}`;
  const child = spawn(process.execPath, ["--import", shift, program, kind, schema, thread, String(ttl)]);
  const end = endOf(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const told: z.infer<typeof deed>[] = [];
  return {
    /** All that it has done so far. */
    told,
    pid: child.pid,
    order: (what: "take" | "look" | "release") => child.stdin.write(`${what}\n`),
    /** Reads along until it has done one of these. */
    until: async (...deeds: readonly string[]) => {
      for (;;) {
        const { value } = await lines.next();
        if (value === undefined) throw oddEnd(await end);
        const next = deed.parse(JSON.parse(value));
        told.push(next);
        if (deeds.includes(next.deed)) return next;
      }
    },
    stop: () => child.kill("SIGSTOP"),
    /** Lets it go on, and gives the time of that. */
    goOn: (): bigint => {
      const at = process.hrtime.bigint();
      child.kill("SIGCONT");
      return at;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await end;
    },
  };
}

const leaseLock = (whenBusy: "refuse" | "wait" = "refuse") =>
  leaseThreadLock(pool, { schema, whenBusy, pollInterval: 20 });
const sessionLock = (whenBusy: "refuse" | "wait" = "refuse") =>
  postgresThreadLock(pool, { scope: schema, whenBusy, pollInterval: 20 });

describe.skipIf(missing !== undefined)(`a process that has a thread${missing ?? ""}`, () => {
  beforeAll(async () => {
    program = await keptBundle(join(fixtures, "lock-holder.ts"));
  });

  it("by a lease, and is paused, finds the lease lost before it does anything else", async () => {
    const thread = randomUUID();
    const paused = holder("lease", thread, { ttl: TTL });
    paused.order("take");
    const { token } = await paused.until("taken", "refused");
    await paused.until("renews", "lost");
    paused.stop();
    const next = await leaseLock("wait").acquire(thread);
    expect(next.token).toBeGreaterThan(BigInt(token ?? 0));
    // What it finds when it wakes up, before its timers have run.
    paused.order("look");
    paused.order("release");
    const woken = paused.goOn();
    expect(await paused.until("looked")).toMatchObject({ lost: true });
    await paused.until("released");
    expect(paused.told.map((each) => each.deed).slice(-3)).toEqual(["lost", "looked", "released"]);
    expect(paused.told.filter(({ deed: done, at }) => done === "renews" && at > woken)).toEqual([]);
    // What it gave back was its own.
    await expect(leaseLock().acquire(thread)).rejects.toThrow("is busy");
    const { rows } = await pool.query(
      `select from ${table} where token = $1 and expires_at > clock_timestamp()`,
      [next.token],
    );
    expect(rows).toHaveLength(1);
    expect(next.lost?.aborted).toBe(false);
    await next.release();
    await paused.kill();
  });

  it("by a lease, and is killed, has it until the lease expires", async () => {
    const thread = randomUUID();
    const killed = holder("lease", thread, { ttl: TTL });
    killed.order("take");
    const { token } = await killed.until("taken", "refused");
    await killed.kill();
    const next = await leaseLock("wait").acquire(thread);
    expect(next.token).toBeGreaterThan(BigInt(token ?? 0));
    await next.release();
  });

  it("by its session, and is paused, has it still when it goes on", async () => {
    const thread = randomUUID();
    const paused = holder("session", thread);
    paused.order("take");
    await paused.until("taken");
    paused.stop();
    await expect(sessionLock().acquire(thread)).rejects.toThrow("is busy");
    paused.order("look");
    paused.goOn();
    expect(await paused.until("looked")).toMatchObject({ lost: false });
    paused.order("release");
    await paused.until("released");
    await (await sessionLock().acquire(thread)).release();
    await paused.kill();
  });

  it("by its session, and is killed, frees it with its connection", async () => {
    const thread = randomUUID();
    const killed = holder("session", thread);
    killed.order("take");
    await killed.until("taken");
    await killed.kill();
    const next = await sessionLock("wait").acquire(thread);
    expect(next.lost?.aborted).toBe(false);
    await next.release();
  });

  it.each(["lease", "session"] as const)(
    "by a %s keeps it from others whose time of day differs",
    async (kind) => {
      const thread = randomUUID();
      const [late, early] = [holder(kind, thread, { hours: 5 }), holder(kind, thread, { hours: -5 })];
      late.order("take");
      const taken = await late.until("taken");
      early.order("take");
      const refused = await early.until("refused", "taken");
      expect(refused).toMatchObject({ deed: "refused", code: "THREAD_BUSY" });
      expect(taken.date - refused.date).toBeGreaterThan(9 * 3_600_000);
      late.order("look");
      expect(await late.until("looked")).toMatchObject({ lost: false });
      late.order("release");
      await late.until("released");
      early.order("take");
      const again = await early.until("taken", "refused");
      expect(again.deed).toBe("taken");
      late.order("take");
      expect(await late.until("taken", "refused")).toMatchObject({ code: "THREAD_BUSY" });
      await Promise.all([late.kill(), early.kill()]);
    },
  );

  it("by a lease expires by the server's clock, also where its own time of day differs", async () => {
    const thread = randomUUID();
    const early = holder("lease", thread, { hours: -5, ttl: TTL });
    early.order("take");
    await early.until("taken");
    await early.until("renews", "lost");
    const { rows } = await pool.query(
      `select from ${table} where thread like $1 and expires_at > clock_timestamp() + interval '1 minute'`,
      [`%${thread}%`],
    );
    expect(rows).toEqual([]);
    await early.kill();
    await (await leaseLock("wait").acquire(thread)).release();
  });
});
