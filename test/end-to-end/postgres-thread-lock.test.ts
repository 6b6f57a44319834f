import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { leaseThreadLock, postgresThreadLock } from "langgraph-rollback/postgres";
import { testThreadLock } from "langgraph-rollback/testing";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { keptBundle } from "../fixtures/kept-bundle.ts";
import { server } from "../fixtures/postgres-server.ts";
import { endOf, oddEnd } from "../fixtures/worker-end.ts";

const schema = `rollback_${randomUUID().replaceAll("-", "")}`;
const lockPool = () => new pg.Pool({ ...server, application_name: schema, connectionTimeoutMillis: 60_000 });
const [one, other] = [lockPool(), lockPool()];
const missing = await one.query("select 1").then(
  () => undefined,
  (error: unknown) => `none answers at ${server.host}:${server.port}: ${String(error)}`,
);
if (missing !== undefined)
  process.stderr.write(`SKIPPED: the tests of postgresThreadLock, for there is no server, ${missing}\n`);
afterAll(() => Promise.all([one.end(), other.end()]));

let program = "";

it("refuses to wait without a pause", () => {
  expect(() => postgresThreadLock(one, { pollInterval: 0 })).toThrow(
    new RangeError("Expected `pollInterval` to be > 0, got 0."),
  );
});

describe.skipIf(missing !== undefined)(`on a real server${missing ?? ""}`, () => {
  for (const whenBusy of ["refuse", "wait"] as const) {
    let made = 0;
    const makeLock = () =>
      postgresThreadLock((made += 1) % 2 === 0 ? one : other, { whenBusy, pollInterval: 5 });
    testThreadLock(makeLock, { describe, it, whenBusy, name: "postgresThreadLock" });
  }

  it("keeps no connection after it has refused or was given back", async () => {
    const lock = postgresThreadLock(one);
    const lease = await lock.acquire(schema);
    await expect(lock.acquire(schema)).rejects.toThrow("is busy");
    expect(one.totalCount - one.idleCount).toBe(1);
    await lease.release();
    expect(one.totalCount - one.idleCount).toBe(0);
  });

  it("tells stores apart by their scope", async () => {
    const leases = await Promise.all(
      ["", "a", "b"].map((scope) => postgresThreadLock(one, { scope }).acquire(schema)),
    );
    const again = postgresThreadLock(other, { scope: "b" }).acquire(schema);
    await expect(again).rejects.toThrow("is busy");
    for (const lease of leases) await lease.release();
  });

  it("says so when its connection breaks, and others get the thread", async () => {
    const lease = await postgresThreadLock(one).acquire(schema);
    const lost = once(lease.lost ?? new EventTarget(), "abort");
    // Those that hold a lock of ours, and no idle one.
    await other.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and application_name = $1`,
      [schema],
    );
    await lost;
    expect(lease.lost?.aborted).toBe(true);
    // A server tells its client first, and lets go of the lock then.
    const next = await postgresThreadLock(other, { whenBusy: "wait", pollInterval: 5 }).acquire(schema);
    await lease.release();
    await expect(postgresThreadLock(one).acquire(schema)).rejects.toThrow("is busy");
    await next.release();
  });
});

/** A process that runs the graph; `line` gives what it says next. */
function worker(...args: readonly string[]) {
  const child = spawn(process.execPath, [program, schema, ...args]);
  const end = endOf(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    line: async (): Promise<unknown> => {
      const { value } = await lines.next();
      if (value === undefined) throw oddEnd(await end);
      return value === "judging" ? value : JSON.parse(value);
    },
    goOn: () => child.stdin.write("go\n"),
    stop: () => child.kill("SIGSTOP"),
    wakeUp: () => child.kill("SIGCONT"),
    kill: async () => {
      child.kill("SIGKILL");
      await end;
    },
  };
}

describe.skipIf(missing !== undefined)(`two processes on one thread${missing ?? ""}`, () => {
  const saver = new PostgresSaver(one, undefined, { schema });
  beforeAll(async () => {
    await saver.setup();
    program = await keptBundle(join(import.meta.dirname, "../fixtures/lock-worker.ts"));
  });
  afterAll(async () => {
    await one.query(`drop schema "${schema}" cascade`);
  });

  const right = ["plan: right", "solve: right", "check: right"];
  const recovered = {
    status: "recovered",
    attempts: [{ decision: "roll-back" }, { decision: "accept" }],
  };

  /** For leases, their time: one that outlasts every test, and one that is waited for. */
  describe.each([
    ["postgresThreadLock", [], []],
    ["leaseThreadLock", ["600000"], ["5000"]],
  ] as const)("with %s", (_name, long, short) => {
    it("one rolls back, the other is refused", async () => {
      await saver.deleteThread("t");
      const first = worker("refuse", "start", ...long);
      expect(await first.line()).toBe("judging");
      expect(await worker("refuse", "start", ...long).line()).toMatchObject({ code: "THREAD_BUSY" });
      first.goOn();
      expect(await first.line()).toBe("judging");
      first.goOn();
      const result = await first.line();
      expect(result).toMatchObject({ texts: expect.arrayContaining(right), history: [recovered] });
    });

    it("one rolls back, the other waits and then has a turn of its own", async () => {
      await saver.deleteThread("t");
      const first = worker("wait", "start", ...long);
      expect(await first.line()).toBe("judging");
      const second = worker("wait", "start", ...long);
      const secondJudges = second.line();
      first.goOn();
      expect(await first.line()).toBe("judging");
      first.goOn();
      expect(await first.line()).toMatchObject({ history: [recovered] });
      expect(await secondJudges).toBe("judging");
      second.goOn();
      expect(await second.line()).toMatchObject({ history: [{ status: "succeeded" }, recovered] });
    });

    it("one is killed, and the other takes over", async () => {
      await saver.deleteThread("t");
      const first = worker("refuse", "start", ...short);
      expect(await first.line()).toBe("judging");
      await first.kill();
      const second = worker("wait", "continue", ...long);
      for (const _ of [1, 2]) {
        expect(await second.line()).toBe("judging");
        second.goOn();
      }
      expect(await second.line()).toMatchObject({
        texts: expect.arrayContaining(right),
        history: [recovered],
      });
    });
  });

  it("one is paused, its lease is taken over, and its rollback is refused beside its own result", async () => {
    await saver.deleteThread("t");
    const first = worker("refuse", "start", "5000");
    expect(await first.line()).toBe("judging");
    first.stop();
    const next = await leaseThreadLock(one, { schema, scope: schema, whenBusy: "wait" }).acquire("t");
    first.goOn();
    first.wakeUp();
    expect(await first.line()).toMatchObject({
      texts: expect.arrayContaining(["solve: wrong"]),
      // The thread is another's by now, and so is its history.
      history: [],
    });
    expect(next.lost?.aborted).toBe(false);
    await next.release();
  });
});
