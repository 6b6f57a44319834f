import { randomBytes } from "node:crypto";

import { MemorySaver } from "@langchain/langgraph";
import { inProcessThreadLock, readHistory } from "langgraph-rollback";
import { previewActions, retryFrom } from "langgraph-rollback/operator";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";

import { testAgent, type TestAgentOptions } from "./fixtures/agent.ts";
import { testDatabase } from "./fixtures/database.ts";
import { rollbackQueue, rollbackWorker, type RollbackQueue, type RollbackWorker } from "./index.ts";

const database = await testDatabase();
const open: (RollbackQueue | RollbackWorker)[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await ("stop" in each ? each.stop({ graceSeconds: 0 }) : each.close());
});
afterAll(() => database.drop());

const config = { configurable: { thread_id: "t" } };

/** A queue of its own, whose workers share a checkpointer and a lock. */
async function own(options: TestAgentOptions = {}) {
  const schema = `${database.place.schema.slice(0, 20)}_${randomBytes(4).toString("hex")}`;
  const place = { ...database.place, schema };
  const queue = await rollbackQueue(place);
  const shared = { checkpointer: new MemorySaver(), lock: inProcessThreadLock({ whenBusy: "wait" }) };
  const ran: string[] = [];
  const agent = testAgent({ ...shared, onNode: (node, task) => ran.push(`${task}: ${node}`), ...options });
  const work = async () => {
    const worker = await rollbackWorker({ ...place, graphs: { support: agent } });
    open.unshift(worker);
    return worker;
  };
  open.push(queue);
  const enqueue = async (task: string) => (await queue.enqueue("support", { task }, { threadId: "t" })).runId;
  const comesTo = (run: string, status: string) =>
    expect.poll(async () => (await queue.get(run)).status).toBe(status);
  const history = () => readHistory(shared.checkpointer, config);
  const look = (step?: number) => previewActions(agent, config, step === undefined ? {} : { step });
  return { agent, comesTo, enqueue, history, look, queue, ran, work };
}

describe(`people act on runs of a queue over ${database.version}`, () => {
  it("answers a question about a rollback in a person's name, once", async () => {
    const { comesTo, enqueue, history, look, queue, ran, work } = await own({ approve: "always" });
    await work();
    const run = await enqueue("slip");
    await comesTo(run, "waiting");
    const { expected, question } = await look();
    expect(question).toMatchObject({ run, attempt: 1 });
    const answer = (by: string) =>
      queue.answer(
        { runId: run },
        { decision: "approve", step: 1, note: "again" },
        { by, why: "sure", expected },
      );
    const both = await Promise.allSettled(["ada", "bob"].map((by) => answer(by)));
    const isFirst = both[0]?.status === "fulfilled";
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both[isFirst ? 1 : 0]).toMatchObject({ reason: { code: "RUN_NOT_WAITING" } });
    const by = isFirst ? "ada" : "bob";
    expect(await queue.result(run)).toMatchObject({
      status: "recovered",
      actions: [{ action: "answer", by, why: "sure" }],
      problems: [],
    });
    const [told] = await history();
    expect(told).toMatchObject({ run, actions: [{ action: "approve", by, step: 1, why: "sure" }] });
    expect(told?.attempts[0]).toMatchObject({ note: "again" });
    expect(ran).toEqual(["slip: first", "slip: second", "slip: second"]);
  });

  it("does not give an answer to another question than its person has seen, and waits again", async () => {
    const { comesTo, enqueue, history, look, queue, work } = await own({ approve: "always" });
    await work();
    const run = await enqueue("slip");
    await comesTo(run, "waiting");
    const { expected } = await look();
    await queue.answer({ runId: run }, { decision: "approve" }, { by: "ada", expected: "another/thread" });
    await expect
      .poll(async () => (await queue.get(run)).problems)
      .toMatchObject([{ code: "ANSWER_OUTDATED" }]);
    await comesTo(run, "waiting");
    expect((await history())[0]?.actions).toBeUndefined();
    await queue.answer({ runId: run }, { decision: "decline" }, { by: "ada", expected });
    expect(await queue.result(run)).toMatchObject({ status: "gave-up" });
    expect((await history())[0]?.actions).toMatchObject([{ action: "decline", by: "ada" }]);
  });

  it.each([
    ["a step that the run does not have", { decision: "approve", step: 99 }],
    ["what is no answer", { decision: "perhaps" }],
  ])("lets a run wait again that was answered with %s", async (_, value) => {
    const { comesTo, enqueue, look, queue, work } = await own({ approve: "always" });
    await work();
    const run = await enqueue("slip");
    await comesTo(run, "waiting");
    const { expected } = await look();
    await queue.answer({ runId: run }, value, { by: "ada", expected });
    await expect.poll(async () => (await queue.get(run)).problems).toMatchObject([{ code: "ANSWER_FORMAT" }]);
    await comesTo(run, "waiting");
    await queue.answer({ runId: run }, { decision: "approve" }, { by: "ada", expected });
    expect(await queue.result(run)).toMatchObject({ status: "recovered" });
  });

  it("tells who has cancelled a run, and why", async () => {
    const { comesTo, enqueue, queue, work } = await own();
    const [queued, running] = [await enqueue("plain"), await enqueue("hang")];
    expect(await queue.cancel(queued, "not needed", "ada")).toMatchObject({
      status: "cancelled",
      actions: [{ action: "cancel", by: "ada", why: "not needed" }],
    });
    await work();
    await comesTo(running, "running");
    await queue.cancel(running, "too long", "bob");
    expect(await queue.result(running)).toMatchObject({
      status: "cancelled",
      error: { message: "The run was cancelled by bob: too long" },
      actions: [{ action: "cancel", by: "bob" }],
    });
    await expect(queue.cancel(running, "", "eve\u001b[2J")).rejects.toMatchObject({
      code: "INVALID_QUEUE_OPTION",
    });
  });

  it("carries out a person's retry, and refuses a second one of the same moment", async () => {
    const { enqueue, history, look, queue, ran, work } = await own();
    await work();
    const run = await enqueue("wrong");
    expect(await queue.result(run)).toMatchObject({ status: "gave-up" });
    const before = ran.length;
    const { expected } = await look();
    const retry = (by: string) =>
      queue.retry("support", { threadId: "t", step: 1, note: "again", by, why: "why not", expected });
    const [first, same, other] = [await retry("ada"), await retry("ada"), await retry("bob")];
    const done = await queue.result(first.runId);
    expect(done).toMatchObject({
      status: "gave-up",
      retryFrom: 1,
      actions: [{ action: "retry", by: "ada", why: "why not" }],
    });
    expect(await queue.result(same.runId)).toMatchObject({ status: "gave-up" });
    expect(await queue.result(other.runId)).toMatchObject({
      status: "failed",
      error: { code: expect.stringMatching(/^(ACTION_REFUSED|THREAD_MOVED)$/) },
      starts: 1,
    });
    const runs = await history();
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ run, actions: [{ action: "retry", by: "ada", step: 1 }] });
    expect(ran.slice(before)).toEqual(["wrong: second"]);
  });

  it("goes on with a retry in another worker, and does nothing twice", async () => {
    let isSlow = false;
    let begun = (): void => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const { comesTo, enqueue, history, look, queue, ran, work } = await own({
      onNode: (node, task) => {
        ran.push(`${task}: ${node}`);
        if (isSlow && node === "second") begun();
      },
    });
    const first = await work();
    const run = await enqueue("wrong, wait");
    expect(await queue.result(run)).toMatchObject({ status: "gave-up" });
    isSlow = true;
    ran.length = 0;
    const { expected } = await look();
    const { runId } = await queue.retry("support", { threadId: "t", step: 0, by: "ada", expected });
    await hasBegun;
    await first.stop({ graceSeconds: 0 });
    await comesTo(runId, "queued");
    await work();
    expect(await queue.result(runId)).toMatchObject({
      status: "gave-up",
      starts: 2,
      problems: [{ code: "HANDED_OVER" }],
    });
    expect((await history())[0]?.actions).toMatchObject([{ action: "retry", by: "ada" }]);
    // The node that was cut off runs again, as after any crash.
    expect(ran).toEqual(["wrong, wait: first", "wrong, wait: second", "wrong, wait: second"]);
  });

  it("retries a run whose rollback was declined, over the queue as well", async () => {
    const { comesTo, enqueue, history, look, queue, work } = await own({ approve: "always" });
    await work();
    const run = await enqueue("wrong");
    await comesTo(run, "waiting");
    await queue.answer({ runId: run }, { decision: "decline" }, { by: "ada", ...(await seen(look)) });
    expect(await queue.result(run)).toMatchObject({ status: "gave-up" });
    const { runId } = await queue.retry("support", {
      threadId: "t",
      step: 1,
      by: "ada",
      ...(await seen(look)),
    });
    await comesTo(runId, "gave-up");
    expect((await history())[0]?.actions?.map(({ action }) => action)).toEqual(["decline", "retry"]);
  });

  it("refuses a retry of a thread that somebody has acted on outside of the queue", async () => {
    const { agent, enqueue, look, queue, work } = await own();
    await work();
    await queue.result(await enqueue("wrong"));
    const { expected } = await look();
    // The worker gives the thread back a moment after the result is there.
    const retried = () => retryFrom(agent, config, { step: 1, by: "eve", expected });
    await vi.waitFor(retried, { timeout: 60_000 });
    const { runId } = await queue.retry("support", { threadId: "t", step: 1, by: "ada", expected });
    expect(await queue.result(runId)).toMatchObject({ status: "failed", starts: 1 });
  });
});

const seen = async (look: () => Promise<{ readonly expected: string }>) => ({
  expected: (await look()).expected,
});
