import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { rollbackQueue, rollbackWorker } from "@langgraph-rollback/workers";
import { readHistory } from "langgraph-rollback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { inspectHere } from "../fixtures/inspect-here.ts";
import { queueDatabase } from "../fixtures/queue-database.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import type { Ask } from "../fixtures/visit-inspector.ts";

const { at, file } = await scratchFolder();
const { database, missing } = await queueDatabase();
const { connectionString = "", schema = "" } = database ?? {};
const from = (name: string): string => JSON.stringify(import.meta.resolve(name));

/** An agent whose first attempt is wrong, that asks before it goes back. It sends a mail in its second step, which nothing undoes where the task is "mail". */
await file(
  "agent.mjs",
  `
import { Annotation, StateGraph } from ${from("@langchain/langgraph")};
import { effect, getReplanNote, inProcessThreadLock, withRollback } from ${from("langgraph-rollback")};
const State = Annotation.Root({ task: Annotation(), said: Annotation() });
export const mails = [];
const lock = inProcessThreadLock({ whenBusy: "wait" });
export const make = (checkpointer, options = { lock }) =>
  withRollback(
    new StateGraph(State)
      .addNode("plan", ({ task }) => ({ said: "plan of " + task }))
      .addNode("say", async ({ task }, config) => {
        await effect(config, { name: "mail", args: task, act: () => mails.push(task) });
        const note = getReplanNote(config);
        if (task === "hang" && note !== undefined) await new Promise((_, no) => config.signal?.addEventListener("abort", () => no(config.signal.reason)));
        return { said: note ?? "wrong" };
      })
      .addEdge("__start__", "plan")
      .addEdge("plan", "say")
      .compile({ checkpointer }),
    {
      verify: ({ output }) => output.said !== "wrong" && output.task !== "never",
      approve: ({ reason }) => true,
      maxRollbacks: 1,
      effects: { tools: { mail: { undo: ({ args }) => void mails.push("undo " + args) } }, undoRetries: 0 },
      ...options,
    },
  );
export const agent = make();
export const lockless = make(undefined, {});
`,
);

interface Agents {
  readonly make: (saver: unknown) => Parameters<typeof rollbackWorker>[0]["graphs"][string];
  readonly mails: string[];
}

const opened = async () => {
  const saver = PostgresSaver.fromConnString(connectionString, { schema: `${schema}_threads` });
  await saver.setup();
  const { make, mails }: Agents = await import(at("agent.mjs"));
  const queue = await rollbackQueue({ connectionString, schema });
  const work = () =>
    rollbackWorker({ connectionString, schema, graphs: { support: make(saver) }, maxConnections: 4 });
  return { saver, queue, mails, work, worker: await work() };
};

let world: Awaited<ReturnType<typeof opened>>;

beforeAll(async () => {
  if (database !== undefined) world = await opened();
});
afterAll(async () => {
  if (database === undefined) return;
  await world.worker.stop({ graceSeconds: 0 });
  await world.queue.close();
  await world.saver.end();
  await database.query(`DROP SCHEMA IF EXISTS ${schema}_threads CASCADE`);
  await database.drop();
});

const config = (thread_id: string) => ({ configurable: { thread_id } });
const enqueue = async (threadId: string, task: string) =>
  (await world.queue.enqueue("support", { task }, { threadId })).runId;
const comesTo = (run: string, status: string) =>
  expect.poll(async () => (await world.queue.get(run)).status).toBe(status);
const waiting = async (threadId: string, task = "slip") => {
  const run = await enqueue(threadId, task);
  await comesTo(run, "waiting");
  return run;
};
const acting = (visit: (ask: Ask) => Promise<void>, more: readonly string[] = []) =>
  inspectHere(
    [
      connectionString,
      "--schema",
      `${schema}_threads`,
      "--queue",
      connectionString,
      "--queue-schema",
      schema,
      "--by",
      "Ada",
      ...more,
    ],
    visit,
  );
const agent = (name = "agent") => ["--act", `${at("agent.mjs")}#${name}`];
const viewOf = async (ask: Ask, thread: string, step = "") =>
  JSON.parse((await ask(`/api/act?thread=${thread}${step}`)).text);
const post = async (ask: Ask, action: string, body: object) => {
  const { status, text } = await ask(`/api/act/${action}`, { by: "Ada", ...body });
  return { status, body: JSON.parse(text) };
};
const refused = (message: RegExp) => ({
  status: 409,
  body: { error: { code: "ACTION_REFUSED", message: expect.stringMatching(message) } },
});

describe.skipIf(database === undefined)(`inspect --queue acts on runs of workers${missing}`, () => {
  it("answers without the agent, as who was named, with another start and note, and tells that workers act", async () => {
    const run = await waiting("answered");
    const { said } = await acting(async (ask) => {
      expect(JSON.parse((await ask("/api/info")).text)).toMatchObject({ actsBy: "Ada", hasQueue: true });
      const { expected, ...view } = await viewOf(ask, "answered");
      expect(view).toMatchObject({
        hasNoAgent: true,
        queued: { run, status: "waiting", hasEnded: false, actions: [] },
        question: { run, attempt: 1 },
        refused: expect.stringContaining("--act MODULE#NAME"),
      });
      const thread = { thread: "answered", expected };
      expect(await post(ask, "retry", { ...thread, step: 1 })).toMatchObject(refused(/--act MODULE#NAME/));
      expect(await post(ask, "fork", { ...thread, step: 1, to: "copy" })).toMatchObject(refused(/--act/));
      const answer = { ...thread, decision: "approve", step: 0, note: "better", why: "sure" };
      const both = await Promise.all([
        post(ask, "answer", answer),
        post(ask, "answer", { ...answer, by: "Bob" }),
      ]);
      expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(["202", "409"]);
      const [first, second] = both[0]?.status === 202 ? ["Ada", both[1]] : ["Bob", both[0]];
      expect(second?.body.error.message).toMatch(
        new RegExp(
          `^Nothing was done. (Run ${run} of the queue is \\w+ by now. ${first} answered it|.*changed since)`,
        ),
      );
      expect(await world.queue.result(run)).toMatchObject({ status: "recovered" });
      const { runs } = JSON.parse((await ask("/api/thread?id=answered")).text);
      expect(runs[0].actions).toMatchObject([{ action: "approve", by: first, step: 0, why: "sure" }]);
      const [told] = await readHistory(world.saver, config("answered"));
      expect(told?.attempts[0]).toMatchObject({ note: "better" });
    });
    expect(said).toContain("It can act on runs of the queue, as Ada: workers carry out what it asks for.");
  });

  it("declines, and refuses who has seen an older thread", async () => {
    const run = await waiting("declined");
    await acting(async (ask) => {
      const { expected } = await viewOf(ask, "declined");
      const body = { thread: "declined", decision: "decline" };
      expect(await post(ask, "answer", { ...body, expected: "older/still" })).toMatchObject({
        status: 409,
        body: { error: { code: "THREAD_CHANGED" } },
      });
      expect(await post(ask, "answer", { ...body, expected, by: "eve\u001b[2J" })).toMatchObject({
        status: 400,
      });
      expect((await world.queue.get(run)).status).toBe("waiting");
      expect(await post(ask, "answer", { ...body, expected })).toMatchObject({ status: 202 });
      expect(await world.queue.result(run)).toMatchObject({ status: "gave-up" });
    });
  });

  it("cancels a run, and tells the second person who was first", async () => {
    const run = await waiting("cancelled");
    await acting(async (ask) => {
      const body = { thread: "cancelled", run, why: "not needed" };
      expect(await post(ask, "cancel", body)).toEqual({ status: 200, body: {} });
      expect(await post(ask, "cancel", { ...body, by: "Bob" })).toMatchObject(
        refused(/has ended before: cancelled/),
      );
      expect((await viewOf(ask, "cancelled")).queued).toMatchObject({
        status: "cancelled",
        hasEnded: true,
        actions: [{ action: "cancel", by: "Ada", why: "not needed" }],
      });
      expect(await post(ask, "cancel", { ...body, run: "none" })).toMatchObject(refused(/no run none/));
    });
  });

  it("retries by a worker, after it has shown what would be undone, and says it while a run is under way", async () => {
    const run = await waiting("retried");
    await world.queue.answer({ runId: run }, { decision: "decline" });
    await comesTo(run, "gave-up");
    world.mails.length = 0;
    await acting(async (ask) => {
      const { expected, retry } = await viewOf(ask, "retried", "&step=1");
      expect(retry).toMatchObject({ step: 1, kept: 1, undo: [{ name: "mail" }] });
      const body = { thread: "retried", expected, step: 1, note: "better" };
      const [first, second] = [
        await post(ask, "retry", body),
        await post(ask, "retry", { ...body, by: "Bob" }),
      ];
      expect(first).toMatchObject({ status: 202, body: { action: "retry", by: "Ada", step: 1 } });
      expect(second.status).toBe(409);
      expect(await world.queue.result(first.body.id)).toMatchObject({ status: "recovered", retryFrom: 1 });
      const [told] = await readHistory(world.saver, config("retried"));
      expect(told).toMatchObject({ run, actions: [{ action: "retry", by: "Ada", step: 1 }] });
      expect(world.mails).toEqual(["undo slip", "slip"]);
      const { effects, expected: now } = await viewOf(ask, "retried");
      const undo = { thread: "retried", expected: now, effect: effects[0].id, action: "undo" };
      expect(await post(ask, "effect", undo)).toMatchObject({ status: 200, body: { standing: "undone" } });
    }, agent());
  });

  it("takes a retry of a run that waits as its answer", async () => {
    const run = await waiting("instead");
    await acting(async (ask) => {
      const { expected } = await viewOf(ask, "instead");
      expect(await post(ask, "retry", { thread: "instead", expected, step: 0 })).toMatchObject({
        status: 202,
      });
      expect(await world.queue.result(run)).toMatchObject({ status: "recovered" });
    }, agent());
  });

  it("lets another worker take a retry up whose worker ends, and does nothing twice", async () => {
    const run = await waiting("handed", "hang");
    await world.queue.answer({ runId: run }, { decision: "decline" });
    await comesTo(run, "gave-up");
    world.mails.length = 0;
    await acting(async (ask) => {
      const { expected } = await viewOf(ask, "handed");
      const { body } = await post(ask, "retry", { thread: "handed", expected, step: 1 });
      await expect.poll(() => world.mails).toEqual(["undo hang", "hang"]);
      expect(await viewOf(ask, "handed")).toMatchObject({
        queued: { run: body.id, status: "running", actions: [{ action: "retry", by: "Ada" }] },
        refused: expect.stringContaining("cancel it, or wait for its end"),
      });
      await world.worker.stop({ graceSeconds: 0 });
      world = { ...world, worker: await world.work() };
      await expect.poll(async () => (await world.queue.get(body.id)).starts).toBe(2);
      await comesTo(body.id, "running");
      expect(await post(ask, "cancel", { thread: "handed", run: body.id })).toMatchObject({ status: 200 });
      await comesTo(body.id, "cancelled");
      // The act was done, and its result is there for the node that runs again.
      expect(world.mails).toEqual(["undo hang", "hang"]);
      expect((await viewOf(ask, "handed")).queued).toMatchObject({
        problem: "The run was cancelled by Ada.",
        actions: [{ action: "retry" }, { action: "cancel" }],
      });
    }, agent());
  });

  it("refuses in this process what a worker could do at the same moment, without a lock that they share", async () => {
    const run = await waiting("unlocked");
    await world.queue.answer({ runId: run }, { decision: "approve" });
    await comesTo(run, "recovered");
    await acting(async (ask) => {
      const { effects, expected } = await viewOf(ask, "unlocked");
      const undo = { thread: "unlocked", expected, effect: effects[0].id, action: "undo" };
      expect(await post(ask, "effect", undo)).toMatchObject(refused(/no `lock` that the workers share/));
    }, agent("lockless"));
  });

  it("deletes a thread with what the queue keeps of it, and not while a run of it waits", async () => {
    const run = await waiting("deleted");
    const { said } = await acting(async (ask) => {
      const look = async () => JSON.parse((await ask("/api/act/deletion?id=deleted")).text);
      const { expected, refused: why } = await look();
      expect(why).toContain("cancel it, or wait for its end");
      const body = { thread: "deleted", typed: "deleted" };
      expect(await post(ask, "delete", { ...body, expected })).toMatchObject(refused(/cancel it/));
      await world.queue.answer({ runId: run }, { decision: "approve" });
      await comesTo(run, "recovered");
      const now = await look();
      expect(now.gone).toEqual(
        expect.arrayContaining(["2 attempts", expect.stringMatching(/rows of checkpoints/)]),
      );
      expect(await post(ask, "delete", { ...body, expected: now.expected })).toMatchObject({ status: 200 });
      expect((await ask("/api/thread?id=deleted")).status).toBe(404);
      expect(await world.queue.list({ threadId: "deleted" })).toEqual([]);
    }, agent());
    expect(said).toMatch(/Z Ada deleted thread "deleted"$/m);
  });

  it("has an address to read only", async () => {
    const { said } = await acting(async () => {}, ["--read-only"]);
    expect(said).toMatch(/^To read only: http/m);
  });
});
