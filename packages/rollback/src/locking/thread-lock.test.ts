import { setTimeout as sleep } from "node:timers/promises";

import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { ListeningSaver } from "../fixtures/listening-saver.ts";
import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import {
  inProcessThreadLock,
  readHistory,
  RecordingSaver,
  rollbackGraph,
  ThreadBusyError,
  withRollback,
  type RollbackEvent,
  type ThreadLock,
} from "../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };
const right = ["a:right", "b:right", "c:right"];
const waiting = () => inProcessThreadLock({ whenBusy: "wait" });

/** A chain that waits in b until it is let on, and counts the runs in it. */
function held() {
  let letOn = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  let entered = (): void => {};
  const inB = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const chain = chainGraph({
    b: async (state) => {
      entered();
      await gate;
      return untilTold("b")(state);
    },
  });
  return { ...chain, letOn, inB };
}

const caught = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

/** How many runs of a graph are in it at once. */
function crowded() {
  let inside = 0;
  let most = 0;
  const step = async () => {
    most = Math.max(most, (inside += 1));
    await sleep(5);
    inside -= 1;
    return "right";
  };
  return { ...chainGraph({ a: step, b: step, c: step }), most: () => most };
}

describe("two runs at once on one thread", () => {
  it("never overlap: the second is refused, before it has read or written anything", async () => {
    const checkpointer = new MemorySaver();
    const { ran, builder, letOn, inB } = held();
    const events: RollbackEvent[] = [];
    const graph = withRollback(builder.compile({ checkpointer }), {
      ...told,
      onEvent: (e) => events.push(e),
    });
    const first = graph.invoke({ log: ["one"] }, on("t"));
    await inB;
    const stored = JSON.stringify(checkpointer.storage);
    const refused = await caught(graph.invoke({ log: ["two"] }, on("t")));
    expect(refused).toBeInstanceOf(ThreadBusyError);
    expect(refused).toMatchObject({ code: "THREAD_BUSY", threadId: "t", holder: "another run" });
    expect(JSON.stringify(checkpointer.storage)).toBe(stored);
    letOn();
    expect((await first).log).toEqual(["one", ...right]);
    expect(ran.join("")).toBe("abcabc");
    expect(new Set(events.map(({ run }) => run)).size).toBe(1);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered" }]);
  });

  it("take turns, in the order in which they came, with a lock that waits", async () => {
    const { builder, most } = crowded();
    const graph = withRollback(builder.compile(), { ...told, lock: waiting() });
    const calls = ["one", "two", "three"].map((text) => graph.invoke({ log: [text] }, on("t")));
    const outputs = await Promise.all(calls);
    expect(most()).toBe(1);
    const turn = ["right", "right", "right"];
    expect(outputs.at(-1)?.log).toEqual(["one", ...turn, "two", ...turn, "three", ...turn]);
  });

  it("roll back each for itself with a lock that waits", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const graph = withRollback(builder.compile(), { ...told, lock: waiting() });
    await Promise.all(["one", "two"].map((text) => graph.invoke({ log: [text], note: "" }, on("t"))));
    expect(ran.join("")).toBe("abcabc".repeat(2));
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered" },
      { status: "recovered" },
    ]);
  });

  it("wait for each other across graphs over one checkpointer, however it is wrapped", async () => {
    const checkpointer = new MemorySaver();
    const { builder, letOn, inB } = held();
    const first = withRollback(builder.compile({ checkpointer }), told).invoke({ log: [] }, on("t"));
    await inB;
    const other = chainGraph().builder.compile({ checkpointer: new RecordingSaver(checkpointer) });
    expect(await caught(withRollback(other, told).invoke({ log: [] }, on("t")))).toBeInstanceOf(
      ThreadBusyError,
    );
    const asGraph = rollbackGraph(other, told)
      .compile()
      .invoke({ input: { log: [] }, threadId: "t" });
    expect(await caught(asGraph)).toBeInstanceOf(ThreadBusyError);
    letOn();
    await first;
  });

  it("do not meet on two threads, or in two stores", async () => {
    const { builder, most } = crowded();
    const graph = withRollback(builder.compile(), told);
    const other = withRollback(builder.compile(), told);
    await Promise.all([
      graph.invoke({ log: [] }, on("t-1")),
      graph.invoke({ log: [] }, on("t-2")),
      other.invoke({ log: [] }, on("t-1")),
    ]);
    expect(most()).toBe(3);
  });
});

describe("a thread is free again", () => {
  const calls = async (graph: ReturnType<typeof oneOf>) =>
    (await graph.invoke({ log: [] }, on("t"))).log.length;
  const oneOf = (steps: Parameters<typeof chainGraph>[0] = {}) =>
    withRollback(chainGraph(steps).builder.compile(), { ...told, maxRollbacks: 0 });

  it("when a run has paused for a human, and when it has ended", async () => {
    const graph = oneOf({ b: () => String(interrupt("?")) });
    await graph.invoke({ log: [] }, on("t"));
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    await graph.invoke({ log: [] }, on("t"));
    await graph.invoke(new Command({ resume: "yes" }), on("t"));
    expect(await readHistory(graph, on("t"))).toHaveLength(2);
  });

  it("when a run has thrown", async () => {
    let calledBefore = false;
    const graph = oneOf({
      b: () => {
        if (calledBefore) return "right";
        calledBefore = true;
        throw new Error("b broke");
      },
    });
    await expect(graph.invoke({ log: [] }, on("t"))).rejects.toThrow("b broke");
    expect(await calls(graph)).toBeGreaterThan(0);
  });

  it("when a call was refused for its config", async () => {
    const graph = oneOf();
    await expect(graph.invoke({ log: [] }, { ...on("t"), recursionLimit: 0 })).rejects.toThrow(
      "recursionLimit",
    );
    expect(await calls(graph)).toBe(3);
  });

  it("when a stream's reader has stopped early, and so has the run", async () => {
    const { ran, builder } = chainGraph({ b: () => sleep(20, "right") });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 0 });
    for await (const _ of await graph.stream({ log: [] }, { ...on("t"), streamMode: "updates" })) break;
    expect((await graph.invoke({ log: [] }, on("t"))).log.length).toBeGreaterThan(0);
    await sleep(50);
    expect(ran.filter((node) => node === "c")).toHaveLength(1);
  });

  it("when a stream of events was read to its end", async () => {
    const graph = oneOf();
    for await (const _ of graph.streamEvents({ log: [] }, { ...on("t"), version: "v2" }));
    expect(await calls(graph)).toBe(6);
  });

  it("right after an abort, though the node that it met ignores it", async () => {
    const abort = new AbortController();
    let calledBefore = false;
    const graph = oneOf({
      b: async () => {
        if (calledBefore) return "right";
        calledBefore = true;
        abort.abort(new Error("stopped"));
        return new Promise(() => {});
      },
    });
    await expect(graph.invoke({ log: [] }, { ...on("t"), signal: abort.signal })).rejects.toThrow(
      /stopped|abort/i,
    );
    expect(await calls(graph)).toBeGreaterThan(0);
  });

  it("right after an abort, though the verifier ignores it", async () => {
    const abort = new AbortController();
    let judged = 0;
    const graph = withRollback(chainGraph().builder.compile(), {
      verify: async () => {
        if ((judged += 1) > 1) return true;
        abort.abort(new Error("stopped"));
        return new Promise(() => {});
      },
    });
    await expect(graph.invoke({ log: [] }, { ...on("t"), signal: abort.signal })).rejects.toThrow(
      /stopped|abort/i,
    );
    expect((await graph.invoke({ log: [] }, on("t"))).log).toHaveLength(6);
  });

  it("when the reader of a stream of events has stopped early", async () => {
    const graph = oneOf();
    for await (const _ of graph.streamEvents({ log: [] }, { ...on("t"), version: "v2" })) break;
    // Until the run has stopped, the thread is busy.
    await expect.poll(() => calls(graph).catch(() => 0)).toBeGreaterThan(0);
  });

  it("when the lock cannot be given back, and the result is the run's own", async () => {
    const lock: ThreadLock = {
      acquire: async () => ({
        release: async () => {
          throw new Error("the network is down");
        },
      }),
    };
    const graph = withRollback(chainGraph().builder.compile(), { ...told, lock });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(right);
  });
});

describe("a call from inside a run", () => {
  const outerState = Annotation.Root({ log: Annotation<string[]>, note: Annotation<string> });
  const around = (call: () => Promise<unknown>, options: { lock?: ThreadLock } = {}) =>
    withRollback(
      new StateGraph(outerState)
        .addNode("agent", async () => {
          await call();
          return { log: ["called"] };
        })
        .addEdge(START, "agent")
        .addEdge("agent", END)
        .compile(),
      { verify: () => true, maxRollbacks: 0, ...options },
    );

  it.each([
    ["refuses", inProcessThreadLock()],
    ["waits", waiting()],
  ])("on another thread works with a lock that %s", async (_, lock) => {
    const inner = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), { ...told, lock });
    const outer = around(() => inner.invoke({ log: [] }, on("inner")), { lock });
    expect((await outer.invoke({}, on("outer"))).log).toEqual(["called"]);
    expect(await readHistory(inner, on("inner"))).toMatchObject([{ status: "recovered" }]);
  });

  it.each([
    ["refuses", inProcessThreadLock()],
    ["waits", waiting()],
  ])("on its own thread is refused, and does not hang, with a lock that %s", async (_, lock) => {
    const inner = withRollback(chainGraph().builder.compile(), { ...told, lock });
    const between = around(() => inner.invoke({ log: [] }, on("outer")), { lock });
    const outer = around(() => between.invoke({}, on("between")), { lock });
    const refused = await caught(outer.invoke({}, on("outer")));
    expect(refused).toMatchObject({ code: "THREAD_BUSY", threadId: "outer", holder: "the calling run" });
    expect(String(refused)).toContain("a `thread_id` of its own");
    expect((await inner.invoke({ log: [] }, on("outer"))).log).toEqual(right);
  });

  it("that comes when the run is over is like any other", async () => {
    let later: Promise<unknown> = Promise.resolve();
    const lock = waiting();
    const inner = withRollback(chainGraph().builder.compile(), { ...told, lock });
    let letOn = (): void => {};
    const over = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    const call = async () => {
      later = over.then(() => inner.invoke({ log: [] }, on("outer")));
    };
    await around(call, { lock }).invoke({}, on("outer"));
    letOn();
    expect(await later).toMatchObject({ log: right });
  });
});

describe("a lock that is lost", () => {
  it("stops the rollback, and leaves the run's own result", async () => {
    const lost = AbortSignal.abort(new Error("connection terminated"));
    const lock: ThreadLock = { acquire: async () => ({ lost, release: async () => {} }) };
    const events: RollbackEvent[] = [];
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const onEvent = (event: RollbackEvent) => events.push(event);
    const graph = withRollback(builder.compile(), { ...told, lock, onEvent });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(["a:right", "b:wrong", "c:right"]);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(events.find(({ type }) => type === "rollback:problem")).toMatchObject({
      problem: { code: "THREAD_LOCK_LOST", name: "ThreadLockLostError" },
    });
  });
});

describe("rollbackGraph", () => {
  it("stops when another run takes the thread between its rewind and its next attempt", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const checkpointer: MemorySaver = new ListeningSaver({
      after: ({ source, namespace }) => source === "update" && namespace === "" && elsewhere(),
    });
    // Of its own, not of the node that makes the fork.
    const elsewhere = () =>
      AsyncLocalStorageProviderSingleton.getInstance().run(undefined, () =>
        newer().invoke({ log: ["newer"] }, on("t")),
      );
    const newer = () => chainGraph().builder.compile({ checkpointer });
    const graph = rollbackGraph(builder.compile({ checkpointer }), told).compile();
    const call = graph.invoke({ input: { log: [] }, threadId: "t" });
    expect(await caught(call)).toMatchObject({ code: "THREAD_MOVED" });
    expect(ran).toEqual(["a", "b", "c"]);
    expect((await newer().getState(on("t"))).values.log).toContain("newer");
  });
});
