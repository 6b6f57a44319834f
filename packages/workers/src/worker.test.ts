import { randomBytes } from "node:crypto";

import { MemorySaver } from "@langchain/langgraph";
import { inProcessThreadLock } from "langgraph-rollback";
import { afterAll, afterEach, describe, expect, it } from "vitest";

import { testAgent, type TestAgentOptions } from "./fixtures/agent.ts";
import { testDatabase } from "./fixtures/database.ts";
import { rollbackQueue, rollbackWorker, type RollbackQueue, type WorkerOptions } from "./index.ts";
import { REPEATS } from "./queue/repeat.ts";
import type { QueueOptions } from "./queue/rollback-queue.ts";
import { openPlace } from "./storage/place.ts";
import { pack } from "./values/packed.ts";

const database = await testDatabase();
const queues: RollbackQueue[] = [];

afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.close())));
afterAll(() => database.drop());

/** A queue in a schema of its own. */
async function own(options: Partial<QueueOptions> = {}) {
  const schema = `${database.place.schema.slice(0, 20)}_${randomBytes(4).toString("hex")}`;
  const place = { ...database.place, schema };
  const queue = await rollbackQueue({ ...place, ...options });
  queues.push(queue);
  const ran: string[] = [];
  const work = (given: Partial<WorkerOptions> = {}, agent: TestAgentOptions = {}) =>
    rollbackWorker({
      ...place,
      graphs: { support: testAgent({ onNode: (node, task) => ran.push(`${task}: ${node}`), ...agent }) },
      ...given,
    });
  return { place, queue, ran, work };
}

describe(`a queue over ${database.version}`, () => {
  it("refuses what is more than a tenant may have waiting, and takes another's", async () => {
    const { queue } = await own({ maxQueued: 2 });
    const put = (n: number, tenant: string) =>
      queue.enqueue("support", { task: `plain ${n}` }, { threadId: `${tenant}-${n}`, tenant });
    await put(1, "a");
    await put(2, "a");
    await expect(put(3, "a")).rejects.toMatchObject({ code: "QUEUE_FULL", tenant: "a", most: 2 });
    await expect(put(1, "b")).resolves.toBeDefined();
  });

  it("starts the runs of a higher priority first, in order within a thread", async () => {
    const { queue, ran, work } = await own();
    const put = (task: string, threadId: string, priority = 0) =>
      queue.enqueue("support", { task }, { threadId, priority });
    await put("low", "one");
    await put("low, then high", "two");
    const [high, last] = [await put("high", "three", 5), await put("high, but behind", "two", 9)];
    const worker = await work({ concurrency: 1 });
    await queue.result(last.runId);
    await queue.result(high.runId);
    await worker.stop();
    const started = ran.filter((each) => each.endsWith(": first")).map((each) => each.split(":")[0]);
    expect(started[0]).toBe("high");
    expect(started.indexOf("low, then high")).toBeLessThan(started.indexOf("high, but behind"));
  });

  it("starts a delayed run when it is due, and does not let others wait for it", async () => {
    const { queue, ran, work } = await own();
    const startAfter = new Date(Date.now() + 3000);
    const delayed = await queue.enqueue("support", { task: "delayed" }, { threadId: "t", startAfter });
    const next = await queue.enqueue("support", { task: "at once" }, { threadId: "t" });
    const worker = await work();
    await queue.result(next.runId);
    const { startedAt } = await queue.result(delayed.runId);
    await worker.stop();
    expect(startedAt?.getTime()).toBeGreaterThanOrEqual(startAfter.getTime() - 50);
    expect(ran[0]).toBe("at once: first");
  });

  it.skipIf(!database.isServer)("has a run if and only if the caller's transaction commits", async () => {
    const { queue } = await own();
    const put = async (end: "COMMIT" | "ROLLBACK") => {
      await database.query("BEGIN");
      const db = {
        executeSql: async (sql: string, values: unknown[] = []) => ({
          rows: [...(await database.query(sql, values))],
        }),
      };
      const { runId } = await queue.enqueue("support", { task: "plain" }, { threadId: end, db });
      await database.query(end);
      return runId;
    };
    const [kept, dropped] = [await put("COMMIT"), await put("ROLLBACK")];
    expect(await queue.get(kept)).toMatchObject({ status: "queued" });
    await expect(queue.get(dropped)).rejects.toMatchObject({ code: "RUN_UNKNOWN" });
  });

  it("names what cannot be used", async () => {
    const { place, queue } = await own();
    const put = (given: object) => queue.enqueue("support", {}, { threadId: "t", ...given });
    await expect(queue.enqueue("a b", {}, { threadId: "t" })).rejects.toMatchObject({ option: "graph" });
    await expect(put({ threadId: "" })).rejects.toMatchObject({ code: "INVALID_QUEUE_OPTION" });
    await expect(put({ priority: 0.5 })).rejects.toMatchObject({ option: "priority" });
    await expect(put({ answerWithinSeconds: 0 })).rejects.toMatchObject({ option: "answerWithinSeconds" });
    await expect(rollbackQueue({})).rejects.toMatchObject({ option: "connectionString" });
    await expect(rollbackQueue({ ...place, schema: "Ä" })).rejects.toMatchObject({ option: "schema" });
    await expect(queue.answer({ threadId: "nobody" }, "yes")).rejects.toMatchObject({ code: "RUN_UNKNOWN" });
    await expect(queue.cancel("no-id")).rejects.toMatchObject({ code: "RUN_UNKNOWN" });
  });
});

describe(`a worker over ${database.version}`, () => {
  it("starts no run of a tenant that has as many as it may", async () => {
    const { queue, work } = await own();
    const put = (threadId: string, tenant: string) =>
      queue.enqueue("support", { task: "wait" }, { threadId, tenant });
    const worker = await work({ concurrency: 3, tenantConcurrency: 1 });
    const first = await put("t-1", "a");
    await expect.poll(() => worker.health().active).toEqual([first.runId]);
    const [second, others] = [await put("t-2", "a"), await put("t-3", "b")];
    const ended = await queue.result(first.runId);
    const [later] = await Promise.all([queue.result(second.runId), queue.result(others.runId)]);
    await worker.stop();
    expect(later.startedAt?.getTime()).toBeGreaterThanOrEqual(ended.endedAt?.getTime() ?? 0);
  });

  it("ends what it has before it stops, if there is time", async () => {
    const { queue, work } = await own();
    const { runId } = await queue.enqueue("support", { task: "wait" }, { threadId: "t" });
    const worker = await work();
    await expect.poll(() => worker.health().active).toEqual([runId]);
    await worker.stop();
    expect(worker.health()).toMatchObject({
      state: "stopped",
      active: [],
      metrics: { started: 1, ended: 1 },
    });
    expect(await queue.get(runId)).toMatchObject({ status: "succeeded", problems: [] });
  });

  it("hands over what it cannot end in time, and another one goes on with it", async () => {
    const { queue, ran, work } = await own();
    const [checkpointer, lock] = [new MemorySaver(), inProcessThreadLock({ whenBusy: "wait" })];
    const { runId } = await queue.enqueue("support", { task: "wait here" }, { threadId: "t" });
    const first = await work({}, { checkpointer, lock });
    await expect.poll(() => ran).toContain("wait here: second");
    await first.stop({ graceSeconds: 0 });
    expect(await queue.get(runId)).toMatchObject({ status: "queued", problems: [{ code: "HANDED_OVER" }] });
    const second = await work({}, { checkpointer, lock });
    expect(await queue.result(runId)).toMatchObject({
      status: "succeeded",
      starts: 2,
      crashes: 0,
      worker: second.name,
    });
    await second.stop();
    expect(ran.filter((node) => node.endsWith("first"))).toHaveLength(1);
  });

  it.each([1, 2, 3])(
    "tries again when the machinery fails at its checkpoint %i, and tells of it",
    async (nth) => {
      const { queue, work } = await own();
      const checkpointer = new MemorySaver();
      const put = checkpointer.put.bind(checkpointer);
      let puts = 0;
      checkpointer.put = (...given) => {
        puts += 1;
        return puts === nth || puts === nth + 1 ? Promise.reject(new Error("disk full")) : put(...given);
      };
      const { runId } = await queue.enqueue("support", { task: "plain" }, { threadId: "t" });
      const worker = await work({}, { checkpointer });
      const result = await queue.result(runId);
      await worker.stop();
      expect(result).toMatchObject({ status: "succeeded", crashes: 0, summary: { attempts: 1 } });
      expect(result.problems).toContainEqual(expect.objectContaining({ message: "disk full" }));
    },
  );

  it("ends a run by the machinery's failure when that does not end", async () => {
    const { queue, work } = await own();
    const checkpointer = new MemorySaver();
    checkpointer.put = () => Promise.reject(new Error("disk full"));
    const { runId } = await queue.enqueue("support", { task: "plain" }, { threadId: "t" });
    const worker = await work({ maxSetbacks: 1 }, { checkpointer });
    expect(await queue.result(runId)).toMatchObject({ status: "failed", error: { message: "disk full" } });
    await worker.stop();
  });

  it("ends a run that has killed its workers too often", async () => {
    const { place, queue, work } = await own();
    const { runId } = await queue.enqueue("support", { task: "plain" }, { threadId: "t", maxCrashes: 2 });
    const next = await queue.enqueue("support", { task: "plain" }, { threadId: "t" });
    await database.query(
      `UPDATE ${place.schema}.runs SET status = 'running', starts = 2, crashes = 1, worker = 'dead' WHERE id = $1`,
      [runId],
    );
    const worker = await work();
    expect(await queue.result(runId)).toMatchObject({
      status: "crashed",
      crashes: 2,
      error: { code: "RUN_CRASHED" },
    });
    expect(await queue.result(next.runId)).toMatchObject({ status: "succeeded" });
    await worker.stop();
  });

  it("enqueues a run when a repetition is due, and once if that is told twice", async () => {
    const { place, queue, work } = await own();
    const repeated = { graph: "support", input: { task: "plain again" }, threadId: "t" };
    await queue.repeat("hourly", { at: "0 * * * *", ...repeated });
    const opened = await openPlace(place, {});
    expect(await opened.boss.getSchedules()).toMatchObject([
      { name: REPEATS, key: "hourly", cron: "0 * * * *" },
    ]);
    // As pg-boss does when the hour has come.
    const data = { ...repeated, input: await pack(repeated.input) };
    const id = await opened.boss.send(REPEATS, data);
    const worker = await work();
    await expect.poll(async () => (await queue.list()).map(({ status }) => status)).toEqual(["succeeded"]);
    await database.query(
      `UPDATE ${place.schema}_jobs.job SET state = 'created', completed_on = NULL WHERE id = $1`,
      [id],
    );
    await expect
      .poll(async () => (await opened.boss.findJobs(REPEATS, { id: id ?? "" }))[0]?.state)
      .toBe("completed");
    expect(await queue.list()).toHaveLength(1);
    await queue.stopRepeating("hourly");
    expect(await opened.boss.getSchedules()).toEqual([]);
    await worker.stop();
    await opened.boss.stop({ graceful: false });
  });

  it("does work of low priority", async () => {
    const { queue, work } = await own();
    const done: unknown[] = [];
    await queue.enqueueTask("sweep", { days: 3 });
    const worker = await work({ tasks: { sweep: async (data) => void done.push(data) } });
    await expect.poll(() => done).toEqual([{ days: 3 }]);
    await worker.stop();
  });

  it("refuses a graph whose runs it could not keep apart or whose files it could not find", async () => {
    const { place, work } = await own();
    const bare = testAgent({ hasNoLock: true });
    await expect(rollbackWorker({ ...place, graphs: { bare } })).rejects.toMatchObject({
      code: "LOCK_MISSING",
    });
    await expect(work({}, { workspace: { folder: "." } })).rejects.toMatchObject({
      code: "FOLDER_NOT_SHARED",
    });
    await expect(work({ concurrency: 0 })).rejects.toMatchObject({ option: "concurrency" });
    await expect(rollbackWorker({ ...place, graphs: {} })).rejects.toMatchObject({ option: "graphs" });
  });
});
