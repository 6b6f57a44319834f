import { randomUUID } from "node:crypto";

import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { testAgent } from "../fixtures/agent.ts";
import { testDatabase } from "../fixtures/database.ts";
import { examineQueue, rollbackQueue, rollbackWorker, type RollbackQueue, type WorkedRun } from "../index.ts";

const database = await testDatabase();
const { place, query } = database;
const jobs = `${place.schema}_jobs`;
let queue: RollbackQueue;

beforeAll(async () => {
  queue = await rollbackQueue(place);
});

afterAll(async () => {
  await queue.close();
  await database.drop();
});

const examined = () => examineQueue(place);

/** A run that is queued for a graph that nobody works on. */
async function queued(graph: string, threadId: string): Promise<string> {
  return (await queue.enqueue(graph, { task: "plain" }, { threadId })).runId;
}

describe(`a queue over ${database.version}, examined`, () => {
  it("is not made where it is missing", async () => {
    const elsewhere = `${place.schema}_none`;
    await expect(examineQueue({ ...place, schema: elsewhere })).rejects.toMatchObject({
      code: "QUEUE_MISSING",
      schema: elsewhere,
    });
    const made = await query("SELECT 1 FROM pg_namespace WHERE nspname LIKE $1", [`${elsewhere}%`]);
    expect(made).toEqual([]);
  });

  it("tells what is queued and how its queues are set up, and leaves no trace in the registry", async () => {
    const runId = await queued("plain", "t");
    const before = await query(`SELECT id FROM ${jobs}.instance`);
    const { oldestQueuedSeconds, ...told } = await examined();
    expect(told).toMatchObject({
      schema: place.schema,
      runs: [{ graph: "plain", status: "queued", count: 1 }],
      queues: [{ graph: "plain", policy: "key_strict_fifo", heartbeatSeconds: 10, expireInSeconds: 86_400 }],
      workers: [],
      held: [],
      stuck: [],
      jobless: [],
      crashed: [],
      setBack: [],
      hearsNotify: true,
    });
    expect(oldestQueuedSeconds).toBeGreaterThan(0);
    expect(await query(`SELECT id FROM ${jobs}.instance`)).toEqual(before);
    await queue.cancel(runId);
  });

  it("tells who works, on what, and what the worker tells of its runs", async () => {
    const told: WorkedRun[] = [];
    const worker = await rollbackWorker({
      ...place,
      graphs: { support: testAgent() },
      concurrency: 2,
      name: "ada",
      onRun: (run) => told.push(run),
    });
    const { runId } = await queue.enqueue("support", { task: "throw" }, { threadId: "told" });
    await queue.result(runId);
    await expect
      .poll(async () => (await examined()).workers)
      .toMatchObject([{ name: "ada", state: "live", graphs: ["support"], hands: 2, slowGraphs: [] }]);
    await worker.stop();
    expect((await examined()).workers).toMatchObject([{ name: "ada", state: "stopped" }]);
    const named = { runId, graph: "support", threadId: "told", tenant: "", starts: 1 };
    expect(told).toMatchObject([
      { ...named, kind: "started", status: "running", seconds: 0 },
      { ...named, kind: "ended", status: "failed", error: { name: "RangeError" } },
    ]);
    const { queues } = await examined();
    expect(queues.find(({ graph }) => graph === "support")?.longestRunSeconds).toBeGreaterThan(0);
  });

  it("tells a thread that is held back by a waiting run from one that nothing explains", async () => {
    const waits = await queued("held", "waits");
    const over = await queued("held", "over");
    const gone = await queued("held", "gone");
    await query(
      `UPDATE ${jobs}.job SET state = 'failed', completed_on = now() - interval '1 hour' WHERE id = ANY($1)`,
      [[waits, over, gone]],
    );
    await query(`UPDATE ${place.schema}.runs SET status = 'waiting' WHERE id = $1`, [waits]);
    await query(`UPDATE ${place.schema}.runs SET status = 'failed', ended_at = now() WHERE id = $1`, [over]);
    await query(`DELETE FROM ${place.schema}.runs WHERE id = $1`, [gone]);
    expect(await examined()).toMatchObject({
      held: [{ runId: waits, graph: "held", threadId: "waits" }],
      stuck: [
        { runId: over, threadId: "over", status: "failed" },
        { runId: gone, threadId: "gone" },
      ],
      jobless: [],
    });
    // Its worker frees the thread at its next round, at the latest after a minute.
    const freeing = `UPDATE ${place.schema}.runs SET unblock = 'delete', changed_at = now() - $2::interval WHERE id = $1`;
    await query(freeing, [over, "1 second"]);
    expect((await examined()).stuck).toMatchObject([{ runId: gone }]);
    await query(freeing, [over, "2 minutes"]);
    expect((await examined()).stuck).toHaveLength(2);
  });

  it("finds runs whose jobs are missing, and those that were set back or have crashed", async () => {
    const [lost, done, back, crashed] = await Promise.all(
      ["lost", "done", "back", "crashed"].map((thread) => queued("odd", thread)),
    );
    await query(`DELETE FROM ${jobs}.job WHERE id = $1`, [lost]);
    await query(`UPDATE ${jobs}.job SET state = 'completed' WHERE id = $1`, [done]);
    const problems = JSON.stringify([{ at: "", code: "CHECKPOINTER_FAILED", message: "It is down." }]);
    await query(`UPDATE ${place.schema}.runs SET setbacks = 2, problems = $2 WHERE id = $1`, [
      back,
      problems,
    ]);
    await query(`UPDATE ${place.schema}.runs SET status = 'crashed', crashes = 3 WHERE id = $1`, [crashed]);
    const told = await examined();
    expect(told.jobless.map(({ runId }) => runId).toSorted()).toEqual([lost, done].toSorted());
    expect(told.setBack).toMatchObject([
      { runId: back, setbacks: 2, problem: { code: "CHECKPOINTER_FAILED", message: "It is down." } },
    ]);
    expect(told.crashed).toMatchObject([{ runId: crashed, crashes: 3 }]);
  });

  it("finds queues that were made otherwise", async () => {
    const { schema: _, onError, ...rest } = place;
    const boss = new PgBoss({ ...rest, schema: jobs, supervise: false });
    boss.on("error", onError ?? (() => {}));
    await boss.start();
    await boss.createQueue("runs.made", { policy: "standard", expireInSeconds: 60 });
    await boss.stop();
    const { queues } = await examined();
    expect(queues.find(({ graph }) => graph === "made")).toEqual({
      graph: "made",
      policy: "standard",
      expireInSeconds: 60,
    });
  });

  /** A process as pg-boss registers it. */
  async function registered(name: string, change: { config?: object; workers?: object; since?: string }) {
    const { config = { useListenNotify: true }, workers = {}, since = "1 second" } = change;
    const own = { id: "w", queue: "runs.support", localConcurrency: 1, batchSize: 1, active: 0, ...workers };
    await query(
      `INSERT INTO ${jobs}.instance (id, name, host, pid, version, node_version, heartbeat_seconds, supervise, schedule, migrate,
         persist_queue_stats, persist_warnings, workers, config, heartbeat_on)
       VALUES ($1, $2, 'box', 7, '12', 'v24', 10, true, true, true, false, false, $3, $4, now() - $5::interval)`,
      [randomUUID(), name, JSON.stringify([own]), JSON.stringify(config), since],
    );
  }

  it("finds workers that rest after each run, are gone, or have another clock", async () => {
    const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
    const often = { notifyPollingIntervalSeconds: 1 };
    await registered("rests", { workers: { lastFetchedOn: null, options: {} } });
    await registered("rests long", {
      workers: { options: { notifyPollingIntervalSeconds: 45 }, lastFetchedOn: null },
    });
    await registered("bursts", { workers: { options: { burstWhenReadyExceeds: 1 }, lastFetchedOn: null } });
    await registered("looks", {
      workers: { options: often, lastFetchedOn: at(-2), pollingIntervalSeconds: 1 },
    });
    await registered("ahead", {
      workers: { options: often, lastFetchedOn: at(300), pollingIntervalSeconds: 1 },
    });
    await registered("behind", {
      workers: { options: often, lastFetchedOn: at(-900), pollingIntervalSeconds: 1 },
    });
    await registered("busy", {
      workers: { options: often, lastFetchedOn: at(-900), pollingIntervalSeconds: 1, active: 1 },
    });
    await registered("gone", { since: "5 minutes", workers: { options: often, lastFetchedOn: null } });
    const workers = new Map((await examined()).workers.map((each) => [each.name, each]));
    const slow = [...workers].flatMap(([name, { slowGraphs }]) => (slowGraphs.length > 0 ? [name] : []));
    expect(slow.toSorted()).toEqual(["rests", "rests long"]);
    expect(workers.get("gone")).toMatchObject({ state: "gone", host: "box", pid: 7 });
    expect(workers.get("gone")?.heardSeconds).toBeGreaterThanOrEqual(300);
    expect(workers.get("ahead")?.clockAheadSeconds).toBeGreaterThan(200);
    expect(workers.get("behind")?.clockAheadSeconds).toBeLessThan(-500);
    expect(workers.get("looks")?.clockAheadSeconds).toBeCloseTo(0);
    expect(workers.get("busy")?.clockAheadSeconds).toBeUndefined();
  });

  it("tells if nothing is heard by the address, as through a pooler", async () => {
    const deaf = {
      executeSql: async (sql: string, values?: unknown[]) => ({ rows: [...(await query(sql, values))] }),
    };
    const told = await examineQueue({ db: deaf, backend: place.backend ?? "postgres", schema: place.schema });
    expect(told.hearsNotify).toBe(false);
  });
});
