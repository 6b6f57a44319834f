import { randomUUID } from "node:crypto";

import { rollbackQueue, type QueueExamination, type RollbackQueue } from "@langgraph-rollback/workers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { queueDatabase } from "../../fixtures/queue-database.ts";
import { runHere } from "../../fixtures/run-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";
import { queueDiagnoses } from "./check-queue.ts";

const { database, missing } = await queueDatabase();
const { folder } = await scratchFolder();
const { connectionString = "", schema = "" } = database ?? {};
let queue: RollbackQueue;

beforeAll(async () => {
  if (database !== undefined) queue = await rollbackQueue({ connectionString, schema });
});
afterAll(async () => {
  if (database === undefined) return;
  await queue.close();
  await database.drop();
});

const sql = async (text: string, ...values: readonly unknown[]): Promise<void> =>
  void (await database?.query(text.replaceAll("JOBS", `${schema}_jobs`).replaceAll("OWN", schema), values));

const doctor = (...more: readonly string[]) =>
  runHere(["doctor", "--project", folder, "--queue", connectionString, "--queue-schema", schema, ...more]);

/** Words of doctor about the queue: texts where all is well, else levels, codes and texts. */
async function found(): Promise<readonly string[]> {
  const { diagnoses }: { diagnoses: readonly Record<string, string>[] } = JSON.parse(
    (await doctor("--json")).out,
  );
  return diagnoses
    .filter(({ check }) => check === "queue")
    .map(({ code, level, message }) => (code === undefined ? message : `${level} ${code}: ${message}`) ?? "");
}

/** A run of a graph that is known to a worker, and has not been started; gone after the test. */
async function queued(graph: string, threadId = "t"): Promise<string> {
  const { runId } = await queue.enqueue(graph, {}, { threadId });
  onTestFinished(async () => {
    await sql("DELETE FROM JOBS.job WHERE id = $1", runId);
    await sql("DELETE FROM OWN.runs WHERE id = $1", runId);
  });
  return runId;
}

/** A process that pg-boss has registered, which works on a graph; gone after the test. */
async function worker(name: string, more: object = {}, since = "2 seconds"): Promise<void> {
  const id = randomUUID();
  const own = {
    id: "w",
    queue: "runs.support",
    localConcurrency: 4,
    batchSize: 1,
    pollingIntervalSeconds: 1,
    active: 0,
    lastFetchedOn: null,
    options: { notifyPollingIntervalSeconds: 1 },
    ...more,
  };
  await sql(
    `INSERT INTO JOBS.instance (id, name, host, pid, version, node_version, heartbeat_seconds, supervise, schedule, migrate,
       persist_queue_stats, persist_warnings, workers, config, heartbeat_on)
     VALUES ($1, $2, 'box', 7, '12', 'v24', 10, true, true, true, false, false, $3, $4, now() - $5::interval)`,
    id,
    name,
    JSON.stringify([own]),
    JSON.stringify({ useListenNotify: true }),
    since,
  );
  onTestFinished(() => sql("DELETE FROM JOBS.instance WHERE id = $1", id));
}

describe.skipIf(database === undefined)(`doctor --queue${missing}`, () => {
  it("tells how a sound queue stands, and who works on it", async () => {
    await worker("ada");
    await worker("bob", {}, "100 seconds");
    await queued("support");
    const [standing, workers, ...others] = await found();
    expect(standing).toMatch(
      /^The queue in schema \S+ has 1 queued, the oldest for \d+ s, 0 running, 0 waiting for an answer, and 0 ended\.$/,
    );
    expect(workers).toMatch(
      /^One worker: ada \(support; 4 at once; heard of \d+ s ago\)\. Ended without a word, and last heard of: bob \(1\d\d s ago\)\.$/,
    );
    expect(others).toEqual([]);
    expect(await doctor()).toMatchObject({ code: 0, err: "" });
  });

  it("finds runs that nobody works on, but not while a worker has only just started", async () => {
    await queued("nobody");
    await worker("ada");
    expect((await found()).slice(2)).toEqual([
      "fault QUEUE_WITHOUT_WORKER: Runs are queued for graphs that no live worker has: nobody (one run).",
    ]);
    expect(await doctor()).toMatchObject({ code: 1, err: "error: doctor found a fault." });
    await worker("new", { queue: "repeats" });
    expect((await found()).slice(2)).toEqual([]);
  });

  it("finds workers that rest, and clocks that differ", async () => {
    await worker("rests", { options: {} });
    await worker("ahead", { lastFetchedOn: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await found()).slice(2)).toEqual([
      expect.stringMatching(/^warning QUEUE_POLLS_SLOWLY: .*: rests \(support\)\.$/),
      expect.stringMatching(/^warning QUEUE_CLOCKS_DIFFER: .*: ahead is about 36\d\d s ahead\.$/),
    ]);
  });

  it("finds queues of another policy, without a heartbeat, or with too short a time", async () => {
    await worker("ada");
    const runId = await queued("support");
    await sql(
      "UPDATE JOBS.queue SET policy = 'standard', heartbeat_seconds = NULL, expire_seconds = 60 WHERE name = 'runs.support'",
    );
    onTestFinished(() =>
      sql(
        "UPDATE JOBS.queue SET policy = 'key_strict_fifo', heartbeat_seconds = 10, expire_seconds = 86400 WHERE name = 'runs.support'",
      ),
    );
    await sql(
      "UPDATE OWN.runs SET status = 'succeeded', starts = 1, started_at = now() - interval '50 seconds', ended_at = now() WHERE id = $1",
      runId,
    );
    expect((await found()).slice(2)).toEqual([
      expect.stringMatching(/^fault QUEUE_POLICY: .*: support \(standard\)\.$/),
      expect.stringMatching(/^fault QUEUE_WITHOUT_HEARTBEAT: .*: support\.$/),
      expect.stringMatching(/^warning QUEUE_EXPIRY_SHORT: .*: support \(50 s of 60 s\)\.$/),
    ]);
  });

  it("finds threads that are stuck, and runs without a job", async () => {
    await worker("ada");
    const [over, lost] = [await queued("support", "over"), await queued("support", "lost")];
    await sql(
      "UPDATE JOBS.job SET state = 'failed', completed_on = now() - interval '1 minute' WHERE id = $1",
      over,
    );
    await sql("UPDATE OWN.runs SET status = 'succeeded', ended_at = now() WHERE id = $1", over);
    await sql("DELETE FROM JOBS.job WHERE id = $1", lost);
    expect((await found()).slice(2)).toEqual([
      expect.stringMatching(
        new RegExp(`^fault QUEUE_THREAD_STUCK: .*: ${over} \\(support, thread over\\)\\.$`),
      ),
      expect.stringMatching(
        new RegExp(`^fault QUEUE_JOB_MISSING: .*: ${lost} \\(support, thread lost\\)\\.$`),
      ),
    ]);
  });

  it("finds runs that have crashed or were set back", async () => {
    await worker("ada");
    const [crashed, back] = [await queued("support", "crashed"), await queued("support", "back")];
    const problems = JSON.stringify([
      { at: "", code: "CHECKPOINTER_FAILED", message: "It is\u001B[2J down" },
    ]);
    await sql("UPDATE OWN.runs SET status = 'crashed', crashes = 3, ended_at = now() WHERE id = $1", crashed);
    await sql("UPDATE OWN.runs SET setbacks = 2, crashes = 1, problems = $2 WHERE id = $1", back, problems);
    expect((await found()).slice(2)).toEqual([
      `warning QUEUE_RUNS_CRASHED: Workers died again and again while they had one run, now "crashed": ${crashed} (support, thread crashed).`,
      `warning QUEUE_RUNS_SET_BACK: What is around them has set back one run under way: ${back} (support, thread back; 2 times, its worker was lost one time; CHECKPOINTER_FAILED: It is[2J down).`,
    ]);
  });

  it("says what keeps it from looking, and makes nothing", async () => {
    const nowhere = await doctor("--queue-schema", `${schema}_none`);
    expect(nowhere).toMatchObject({
      code: 1,
      out: expect.stringMatching(/has no queue in its schema.*\[QUEUE_UNREADABLE\]/),
    });
    const down = await runHere([
      "doctor",
      "--project",
      folder,
      "--queue",
      "postgres://me:secret@127.0.0.1:1/no",
    ]);
    expect(down.out).toMatch(
      /Could not open the queue in postgres:\/\/me@127\.0\.0\.1:1\/no: .*ECONNREFUSED.*\[QUEUE_UNREADABLE\]/,
    );
    expect(down.out).not.toContain("secret");
    expect(await runHere(["doctor", "--queue-schema", "x"])).toMatchObject({ code: 2 });
    expect(await runHere(["doctor", "--queue", "runs.sqlite"])).toMatchObject({ code: 2 });
  });
});

describe("an examination", () => {
  const sound: QueueExamination = {
    schema: "q",
    runs: [],
    queues: [],
    workers: [],
    held: [],
    stuck: [],
    jobless: [],
    crashed: [],
    setBack: [],
    hearsNotify: true,
    clockAheadSeconds: 0,
  };
  const codes = (change: Partial<QueueExamination>) =>
    queueDiagnoses({ ...sound, ...change }).flatMap((each) => (each.level === "ok" ? [] : [each.code]));

  it("warns where notifications are dropped, and where this machine's clock differs", () => {
    expect(codes({})).toEqual([]);
    expect(codes({ hearsNotify: false })).toEqual(["QUEUE_NOT_HEARD"]);
    expect(codes({ clockAheadSeconds: -6 })).toEqual(["QUEUE_CLOCKS_DIFFER"]);
    expect(codes({ clockAheadSeconds: 4 })).toEqual([]);
  });
});
