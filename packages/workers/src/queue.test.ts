import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { testAgent } from "./fixtures/agent.ts";
import { testDatabase } from "./fixtures/database.ts";
import {
  rollbackQueue,
  rollbackWorker,
  type RollbackQueue,
  type RollbackWorker,
  type RunEvent,
} from "./index.ts";

const database = await testDatabase();
let queue: RollbackQueue;
let worker: RollbackWorker;
const ran: string[] = [];

beforeAll(async () => {
  queue = await rollbackQueue(database.place);
  worker = await rollbackWorker({
    ...database.place,
    graphs: {
      support: testAgent({ onNode: (node, task) => ran.push(`${task}: ${node}`) }),
      careful: testAgent({ approve: "always" }),
    },
    concurrency: 3,
  });
});

afterAll(async () => {
  await worker.stop();
  await queue.close();
  await database.drop();
});

const waiting = async (runId: string): Promise<void> => {
  await expect.poll(async () => (await queue.get(runId)).status).toBe("waiting");
};

describe(`a run of the queue over ${database.version}`, () => {
  it("gives what invoke returns, and how the rollback saw it", async () => {
    const { runId } = await queue.enqueue("support", { task: "plain" }, { threadId: "gives" });
    const result = await queue.result(runId);
    expect(result).toMatchObject({
      runId,
      graph: "support",
      threadId: "gives",
      status: "succeeded",
      output: { task: "plain", said: ["first of plain", "second of plain"] },
      summary: { attempts: 1 },
      starts: 1,
      crashes: 0,
      problems: [],
    });
    expect(result.startedAt).toBeInstanceOf(Date);
  });

  it("is rolled back as anywhere else", async () => {
    const { runId } = await queue.enqueue("support", { task: "slip" }, { threadId: "slips" });
    expect(await queue.result(runId)).toMatchObject({ status: "recovered", summary: { attempts: 2 } });
  });

  it("ends as failed if the agent throws, and the thread's next run comes all the same", async () => {
    const options = { threadId: "throws" };
    const { runId } = await queue.enqueue("support", { task: "throw" }, options);
    const next = await queue.enqueue("support", { task: "plain after it" }, options);
    expect(await queue.result(runId)).toMatchObject({
      status: "failed",
      error: { name: "RangeError", message: "throw is out of range" },
      summary: { attempts: 2 },
    });
    expect(await queue.result(next.runId)).toMatchObject({ status: "succeeded" });
  });

  it("ends as gave-up if no attempt is accepted, with the output of the best", async () => {
    const { runId } = await queue.enqueue("support", { task: "wrong" }, { threadId: "wrong" });
    expect(await queue.result(runId)).toMatchObject({
      status: "gave-up",
      output: { said: ["first of wrong", "second of wrong"] },
    });
  });

  it("waits for a person, holds back its thread and no worker, and its answer overtakes", async () => {
    const options = { threadId: "asks" };
    const asking = await queue.enqueue("support", { task: "ask" }, options);
    const later = await queue.enqueue("support", { task: "plain later" }, options);
    await waiting(asking.runId);
    expect(await queue.get(asking.runId)).toMatchObject({ questions: ["May I?"] });
    const elsewhere = await queue.enqueue("support", { task: "plain elsewhere" }, { threadId: "elsewhere" });
    await queue.result(elsewhere.runId);
    expect(await queue.get(later.runId)).toMatchObject({ status: "queued", starts: 0 });
    expect((await queue.overview()).blocked).toEqual([{ graph: "support", threads: ["asks"] }]);

    await queue.answer({ threadId: "asks" }, "yes");
    await expect(queue.answer({ runId: asking.runId }, "no")).rejects.toMatchObject({
      code: "RUN_NOT_WAITING",
    });
    expect(await queue.result(asking.runId)).toMatchObject({
      status: "succeeded",
      output: { said: ["first of ask", "second was told yes"] },
      starts: 2,
      crashes: 0,
    });
    await queue.result(later.runId);
    const order = ran.filter((each) => each.startsWith("ask:") || each.startsWith("plain later:"));
    expect(order).toEqual([
      "ask: first",
      "ask: second",
      "ask: second",
      "plain later: first",
      "plain later: second",
    ]);
  });

  it("waits for the approval of its rollback", async () => {
    const { runId } = await queue.enqueue("careful", { task: "slip" }, { threadId: "approves" });
    await waiting(runId);
    expect((await queue.get(runId)).questions).toMatchObject([{ step: 0 }]);
    await queue.answer({ runId }, { decision: "approve", note: "Once more." });
    expect(await queue.result(runId)).toMatchObject({ status: "recovered", summary: { attempts: 2 } });
  });

  it("ends as expired if nobody answers in time", async () => {
    const options = { threadId: "expires", answerWithinSeconds: 0.1 };
    const { runId } = await queue.enqueue("support", { task: "ask" }, options);
    const next = await queue.enqueue("support", { task: "plain" }, { threadId: "expires" });
    expect(await queue.result(runId)).toMatchObject({ status: "expired" });
    expect(await queue.result(next.runId)).toMatchObject({
      status: "succeeded",
      output: { said: ["first of ask", "first of plain", "second of plain"] },
    });
  });

  it("is cancelled while it is queued, waits or runs", async () => {
    const options = { threadId: "cancels" };
    const running = await queue.enqueue("support", { task: "hang" }, options);
    const queued = await queue.enqueue("support", { task: "plain" }, options);
    await expect.poll(() => ran).toContain("hang: second");
    expect(await queue.cancel(queued.runId)).toMatchObject({ status: "cancelled" });
    await queue.cancel(running.runId, "took too long");
    expect(await queue.result(running.runId)).toMatchObject({
      status: "cancelled",
      error: { code: "RUN_CANCELLED", message: "The run was cancelled: took too long" },
    });
    const asking = await queue.enqueue("support", { task: "ask to be cancelled" }, options);
    await waiting(asking.runId);
    expect(await queue.cancel(asking.runId)).toMatchObject({ status: "cancelled" });
    const last = await queue.enqueue("support", { task: "plain" }, options);
    expect(await queue.result(last.runId)).toMatchObject({ status: "succeeded" });
    expect(await queue.cancel(last.runId)).toMatchObject({ status: "succeeded" });
  });

  it("can be watched as it streams, by attempts", async () => {
    const options = { threadId: "watched", streamMode: ["updates"] };
    const { runId } = await queue.enqueue("support", { task: "slip, and wait" }, options);
    const events: RunEvent[] = [];
    for await (const event of queue.watch(runId)) events.push(event);
    expect(events.flatMap((event) => (event.type === "status" ? [event.status] : []))).toContain("recovered");
    const chunks = events.flatMap((event) => (event.type === "chunk" ? [[event.attempt, event.chunk]] : []));
    expect(chunks).toEqual([
      [1, ["updates", { first: { said: ["first of slip, and wait"] } }]],
      [1, ["updates", { second: { said: ["second of slip, and wait"] } }]],
      [2, ["updates", { first: { said: ["first of slip, and wait"] } }]],
      [2, ["updates", { second: { said: ["second of slip, and wait"] } }]],
    ]);
    const undone = events.find((event) => event.type === "rolled-back");
    expect(undone).toMatchObject({ start: 1, attempt: 1, except: [] });
    const kept = events.flatMap((event) =>
      event.type === "chunk" && event.index < (undone?.from ?? 0) ? [event.chunk] : [],
    );
    expect(kept).toEqual([]);
  });
});
