import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { readHistory, withRollback, type AttemptRecord } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import {
  recordBeginning,
  recordPlainTurns,
  recordQuestion,
  recordRecovery,
} from "../fixtures/recorded-threads.ts";
import type { ThreadView } from "../shared/view/thread-view.ts";
import { attemptViewOf } from "./attempt-view.ts";
import { checkpointerSource } from "./checkpointer-source.ts";

async function recorded(record: (saver: MemorySaver, threadId: string) => Promise<void>) {
  const saver = new MemorySaver();
  await record(saver, "t");
  return { saver, source: checkpointerSource(saver, "memory") };
}

const agents = (thread: ThreadView | undefined) =>
  thread?.runs.map(({ attempts }) => attempts.map(({ steps }) => steps.map(({ agent }) => agent)));

describe("a checkpointer's threads", () => {
  it("show a run with all its attempts, and what each has taken over", async () => {
    const { source } = await recorded(recordRecovery);
    const thread = await source.thread("t");
    expect(agents(thread)).toEqual([
      [
        ["planner", "solver", "answerer"],
        ["planner", "solver", "answerer"],
      ],
    ]);
    const [failed, recovered] = thread?.runs[0]?.attempts ?? [];
    expect(failed).toMatchObject({
      decision: "roll-back",
      outcome: { ok: false, reason: "45 is wrong" },
      kept: 0,
    });
    expect(recovered).toMatchObject({
      decision: "accept",
      outcome: { ok: true },
      kept: failed?.rewind?.kept,
    });
    expect(failed?.note).toBeUndefined();
    expect(recovered?.note).toContain("45 is wrong");
  });

  it("show an attempt that nobody has judged yet as the run's last, without an outcome", async () => {
    const { source } = await recorded(recordQuestion);
    const thread = await source.thread("t");
    expect(thread?.runs[0]).toMatchObject({
      status: "interrupted",
      attempts: [{ attempt: 1 }, { attempt: 2 }],
    });
    const last = thread?.runs[0]?.attempts.at(-1);
    expect(last?.steps.map(({ agent }) => agent)).toEqual(["planner", "solver"]);
    expect(last?.outcome).toBeUndefined();
    expect(last?.note).toContain("45 is wrong");
  });

  it("show a run that waits in its first attempt, and turns that were run without rollback as not judged", async () => {
    const begun = await recorded(recordBeginning);
    const thread = await begun.source.thread("t");
    expect(agents(thread)).toEqual([[["planner", "solver"]]]);
    expect(thread?.runs[0]?.status).toBe("interrupted");
    const plain = await (await recorded(recordPlainTurns)).source.thread("t");
    expect(plain?.runs.map(({ task, status }) => [task, status])).toEqual([
      ["first question", "not-judged"],
      ["second question", "not-judged"],
    ]);
    expect(new Set(plain?.runs.map(({ run }) => run)).size).toBe(2);
  });

  it("say which attempts the checkpointer does not hold any more", async () => {
    const { saver, source } = await recorded(recordRecovery);
    const head = (await source.thread("t"))?.runs[0]?.attempts[0]?.head ?? "";
    delete saver.storage["t"]?.[""]?.[head];
    const [lost, kept] = (await checkpointerSource(saver, "memory").thread("t"))?.runs[0]?.attempts ?? [];
    expect(lost).toMatchObject({ steps: [], missing: expect.stringContaining(head), decision: "roll-back" });
    expect(kept?.steps).toHaveLength(3);
    expect(kept).not.toHaveProperty("missing");
  });

  it("are none where there is no such thread", async () => {
    const { source } = await recorded(recordRecovery);
    expect(await source.thread("another")).toBeUndefined();
    const nowhere = { thread: "another", run: "", attempt: 1, step: 0 };
    expect(await source.step(nowhere)).toBeUndefined();
    expect(await source.trajectory(nowhere)).toBeUndefined();
  });

  it("are listed latest first, with how they stand", async () => {
    const saver = new MemorySaver();
    await recordPlainTurns(saver, "plain");
    await recordRecovery(saver, "recovered");
    await recordBeginning(saver, "begun");
    await recordQuestion(saver, "asking");
    const source = checkpointerSource(saver, "memory");
    const { threads, more } = await source.list(10);
    expect(threads.map(({ id, status, attempts }) => [id, status, attempts])).toEqual([
      ["asking", "interrupted", 1],
      ["begun", "interrupted", 0],
      ["recovered", "recovered", 2],
      ["plain", "not-judged", 0],
    ]);
    expect(more).toBe(false);
    expect(threads.map(({ runs }) => runs)).toEqual([1, 0, 1, 0]);
    expect(threads[2]).toMatchObject({
      task: "3 tickets at $14?",
      reason: "45 is wrong",
      runs: 1,
      set: { size: 3, steps: 3, status: "unbounded" },
    });
    expect(threads[3]?.task).toBe("second question");
    const first = await source.list(2);
    expect(first.threads.map(({ id }) => id)).toEqual(["asking", "begun"]);
    expect(first.more).toBe(true);
  });

  it("are listed although the history of one is damaged; that one says so when it is opened", async () => {
    const { saver, source } = await recorded(recordRecovery);
    await recordRecovery(saver, "damaged");
    const history = { configurable: { thread_id: "damaged", checkpoint_ns: "langgraph-rollback" } };
    const tuple = await saver.getTuple(history);
    if (tuple === undefined) throw new Error("Expected a history.");
    const checkpoint = { ...tuple.checkpoint, channel_values: { attempt: { version: 99 } } };
    await saver.put(history, checkpoint, { source: "update", step: 9, parents: {} });
    expect((await source.list(9)).threads.map(({ id, status }) => [id, status])).toEqual([
      ["damaged", "running"],
      ["t", "recovered"],
    ]);
    const thread = await source.thread("damaged");
    expect(thread).toMatchObject({
      unreadable: [{ checkpoint: checkpoint.id, message: expect.stringContaining("cannot be read") }],
    });
    expect(thread?.runs[0]?.attempts.map(({ decision }) => decision)).toEqual(["roll-back", undefined]);
    expect(await source.thread("t")).not.toHaveProperty("unreadable");
  });

  it("have no verdict again with a new turn that was run without rollback", async () => {
    const { saver, source } = await recorded(recordRecovery);
    await recordPlainTurns(saver, "t");
    expect((await source.list(1)).threads).toMatchObject([
      { status: "not-judged", runs: 1, attempts: 0, task: "second question" },
    ]);
  });

  it("say how many tokens a run took, what its attempts share counted once, when they have been looked at", async () => {
    const { source } = await recorded(recordRecovery);
    expect((await source.list(1)).threads.map(({ tokens }) => tokens)).toEqual([undefined]);
    const thread = await source.thread("t");
    const attempts = thread?.runs[0]?.attempts ?? [];
    expect(attempts[0]?.steps.map(({ tokens }) => tokens)).toEqual(
      [1, 2, 3].map(() => ({ input: 10, output: 2 })),
    );
    const own = attempts.reduce((sum, { steps, kept }) => sum + steps.length - kept, 0);
    expect((await source.list(1)).threads[0]?.tokens).toBe(12 * own);
  });

  it("give a step's state before and after, what it wrote and its messages", async () => {
    const { source } = await recorded(recordRecovery);
    const run = (await source.thread("t"))?.runs[0]?.run ?? "";
    const detail = await source.step({ thread: "t", run, attempt: 1, step: 1 });
    expect(detail).toMatchObject({
      content: "3 x 14\ntotal: 45",
      messages: [{ role: "ai", name: "solver", text: "3 x 14", toolCalls: [] }],
      before: { messages: [{ type: "human" }, { name: "planner" }] },
      after: { messages: [{ type: "human" }, { name: "planner" }, { name: "solver" }], total: 45 },
      writes: [{ channel: "messages" }, { channel: "total", value: 45 }],
      omitted: [],
    });
    expect(detail?.before).not.toHaveProperty("total");
    expect(await source.step({ thread: "t", run, attempt: 1, step: 9 })).toBeUndefined();
    expect(await source.step({ thread: "t", run, attempt: 9, step: 0 })).toBeUndefined();
  });

  it("give an attempt as plain data with its outcome", async () => {
    const { source } = await recorded(recordRecovery);
    const run = (await source.thread("t"))?.runs[0]?.run ?? "";
    const trajectory = await source.trajectory({ thread: "t", run, attempt: 1 });
    expect(trajectory).toMatchObject({
      task: "3 tickets at $14?",
      outcome: { ok: false, reason: "45 is wrong" },
    });
    expect(trajectory?.steps.map(({ agent }) => agent)).toEqual(["planner", "solver", "answerer"]);
  });

  it("give the verifier's reason whole as plain data, and its beginning to look at", async () => {
    const reason = "too long ".repeat(10_000);
    const { source } = await recorded(async (saver, threadId) => {
      const graph = new StateGraph(Annotation.Root({ said: Annotation<string> }))
        .addNode("speak", () => ({ said: "x" }))
        .addEdge(START, "speak")
        .compile({ checkpointer: saver });
      const guarded = withRollback(graph, { verify: () => ({ ok: false, reason }), maxRollbacks: 0 });
      await guarded.invoke({}, { configurable: { thread_id: threadId } });
    });
    const [run] = (await source.thread("t"))?.runs ?? [];
    expect(run?.attempts[0]?.outcome?.reason).toHaveLength(20_000);
    const trajectory = await source.trajectory({ thread: "t", run: run?.run ?? "", attempt: 1 });
    expect(trajectory?.outcome).toEqual({ ok: false, reason });
  });

  it("have a new version with every change, and are read again only then", async () => {
    const { saver, source } = await recorded(recordQuestion);
    const before = await source.version("t");
    const thread = await source.thread("t");
    expect(await source.version("t")).toBe(before);
    expect((await source.thread("t"))?.runs[0]).toBe(thread?.runs[0]);
    await recordPlainTurns(saver, "t");
    expect(await source.version("t")).not.toBe(before);
    expect((await source.thread("t"))?.runs).toHaveLength(3);
  });
});

describe("a hostile thread", () => {
  it("does not get far by what its verifier, scorer or replanner quote of it", () => {
    const long = "<script>".repeat(1_000_000);
    const record: AttemptRecord = {
      version: 1,
      run: "r",
      attempt: 1,
      at: "2026-01-01T00:00:00.000Z",
      head: "h",
      outcome: { ok: false, reason: long, error: { name: long, message: long } },
      decision: "give-up",
      reason: long,
      note: long,
      problem: { code: "UNEXPECTED", name: "Error", message: long },
    };
    const problems = [{ code: "UNEXPECTED", name: "Error", message: long }];
    const view = attemptViewOf([], { attempt: 2, record, before: record, problems });
    expect(JSON.stringify(view).length).toBeLessThan(150_000);
  });

  // LangGraph itself cannot checkpointer what is much deeper.
  const hostile: unknown = JSON.parse(
    `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"deep":${"[".repeat(1000)}${"]".repeat(1000)}}`,
  );

  it("is shown within bounds, as well-formed plain JSON, and changes no prototype", async () => {
    const saver = new MemorySaver();
    const Data = Annotation.Root({ data: Annotation<unknown>, more: Annotation<unknown> });
    await new StateGraph(Data)
      .addNode("attack", () => ({
        data: [
          hostile,
          `\uD800${"<script>".repeat(1_300_000)}`,
          new Uint8Array(1000),
          new Map([["__proto__", 1]]),
        ],
        more: { content: "\u0000".repeat(100_000), role: "\u001B[2J" },
      }))
      .addEdge(START, "attack")
      .compile({ checkpointer: saver })
      .invoke({ more: "<b>task</b>" }, { configurable: { thread_id: "t" } });
    const source = checkpointerSource(saver, "memory");
    const thread = await source.thread("t");
    const run = thread?.runs[0]?.run ?? "";
    expect(JSON.stringify(thread).length).toBeLessThan(2000);
    const detail = JSON.stringify(await source.step({ thread: "t", run, attempt: 1, step: 0 }));
    expect(detail.length).toBeLessThan(300_000);
    // Texts inside of texts, such as JSON that an agent wrote, may name a half of a character.
    const texts = JSON.stringify(JSON.parse(detail), (_, value: unknown) =>
      typeof value === "string" ? value.replaceAll(/\p{Surrogate}/gu, "lone") : value,
    );
    expect(texts).toBe(detail);
    expect(detail).toContain("characters of long texts left out");
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("a part of a thread that does not deserialise", () => {
  it("hides neither the other attempts nor the thread, and is named", async () => {
    const { saver } = await recorded(recordRecovery);
    const [run] = await readHistory(saver, { configurable: { thread_id: "t" } });
    const bad = run?.attempts[0]?.head ?? expect.fail("there is a first attempt");
    const { serde } = saver;
    saver.serde = {
      dumpsTyped: (value) => serde.dumpsTyped(value),
      loadsTyped: async (type, data) => {
        const value: unknown = await serde.loadsTyped(type, data);
        if (typeof value === "object" && value !== null && "id" in value && value.id === bad)
          throw new SyntaxError("Unexpected token");
        return value;
      },
    };
    const source = checkpointerSource(saver, "threads");
    const thread = await source.thread("t");
    const attempts = thread?.runs[0]?.attempts ?? [];
    expect(attempts.map(({ missing, steps }) => [missing !== undefined, steps.length])).toEqual([
      [true, 0],
      [false, 3],
    ]);
    expect(thread?.unreadable).toEqual([
      { checkpoint: bad, message: "The steps of attempt 1 cannot be read: Unexpected token." },
    ]);
    expect((await source.list(9)).threads).toMatchObject([{ id: "t", status: "recovered" }]);
  });

  it("is told from a checkpointer that fails, which is no damage of the thread", async () => {
    const { saver, source } = await recorded(recordRecovery);
    let left = 0;
    const getTuple = saver.getTuple.bind(saver);
    saver.getTuple = async (config) => {
      if ((left -= 1) < 0) throw new Error("The checkpointer is gone.");
      return getTuple(config);
    };
    for (const before of [0, 1, 2, 3, 5]) {
      left = before;
      await expect(source.thread("t")).rejects.toThrow("The checkpointer is gone.");
    }
    left = Infinity;
    expect(await source.thread("t")).not.toHaveProperty("unreadable");
  });
});
