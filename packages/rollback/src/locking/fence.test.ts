import { MemorySaver, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { listed } from "../fixtures/checkpoints.ts";
import { FailingSaver } from "../fixtures/failing-saver.ts";
import { ListeningSaver } from "../fixtures/listening-saver.ts";
import {
  inProcessThreadLock,
  readHistory,
  ThreadMovedError,
  withRollback,
  type RollbackEvent,
} from "../index.ts";

const HISTORY = "langgraph-rollback";
const told = { verify: nothingWrong, noteChannel: "note" };
const own = ["a:right", "b:wrong", "c:right"];
const right = ["a:right", "b:right", "c:right"];

/** A run of someone else on thread t, without rollback. */
const newerRun = (checkpointer: BaseCheckpointSaver) =>
  chainGraph()
    .builder.compile({ checkpointer })
    .invoke({ log: ["newer"] }, on("t"));

/** Does something the first time only. */
function once(work: () => unknown): () => unknown {
  let done = false;
  return () => {
    if (done) return undefined;
    done = true;
    return work();
  };
}

const ids = async (saver: BaseCheckpointSaver) =>
  (await listed(saver, { configurable: { thread_id: "t" } })).map(({ checkpoint }) => checkpoint.id);

const problems = (events: readonly RollbackEvent[]) =>
  events.flatMap((event) => (event.type === "rollback:problem" ? [event.problem.code] : []));

describe("a thread that a newer run has moved", () => {
  it("while the attempt was judged is not written to, and the run's own result comes back", async () => {
    const checkpointer = new MemorySaver();
    const events: RollbackEvent[] = [];
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    let after: readonly string[] = [];
    const graph = withRollback(builder.compile({ checkpointer }), {
      ...told,
      onEvent: (event) => events.push(event),
      verify: async (run) => {
        await newerRun(checkpointer);
        after = await ids(checkpointer);
        return nothingWrong(run);
      },
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(own);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(await ids(checkpointer)).toEqual(after);
    expect(problems(events)).toEqual(["THREAD_MOVED"]);
    expect(events.at(-1)).toMatchObject({ type: "rollback:ended", status: "gave-up" });
    expect((await graph.getState(on("t"))).values.log).toEqual([...own, "newer", ...right]);
  });

  it("when it had just ended does not pass its output on as the attempt's", async () => {
    const checkpointer = new MemorySaver();
    const judged: unknown[] = [];
    const events: RollbackEvent[] = [];
    const { builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile({ checkpointer }), {
      ...told,
      onEvent: (event) => events.push(event),
      verify: (run) => {
        judged.push(run.output?.log);
        return nothingWrong(run);
      },
    });
    for await (const { log } of await graph.stream({ log: [] }, { ...on("t"), streamMode: "values" }))
      if (log.length === 3) await newerRun(checkpointer);
    expect(judged).toEqual([own]);
    expect(problems(events)).toEqual(["THREAD_MOVED"]);
  });

  it("does not keep a success from being a success", async () => {
    const checkpointer = new MemorySaver();
    const graph = withRollback(chainGraph().builder.compile({ checkpointer }), {
      verify: async () => (await newerRun(checkpointer)).log.length > 0,
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(right);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "succeeded" }]);
  });

  it("between decision and fork is not forked, and the history takes the decision back", async () => {
    const move = once(() => newerRun(checkpointer));
    const checkpointer: MemorySaver = new ListeningSaver({
      after: ({ namespace }) => namespace === HISTORY && move(),
    });
    const { ran, builder } = chainGraph({ b: alwaysWrong("b") });
    const graph = withRollback(builder.compile({ checkpointer }), told);
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(own);
    expect(ran).toEqual(["a", "b", "c"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run).toMatchObject({ status: "gave-up", attempts: [{ problem: { code: "THREAD_MOVED" } }] });
    expect(run?.attempts[0]).not.toHaveProperty("rewind");
    expect((await graph.getState(on("t"))).values.log).toContain("newer");
  });

  it("by carrying out the same decision is left to the process that did", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    // Of another process, which this one's lock does not keep out.
    const elsewhere = () =>
      withRollback(builder.compile({ checkpointer }), { ...told, lock: inProcessThreadLock() });
    const other = once(() => elsewhere().invoke(null, on("t")));
    const checkpointer: MemorySaver = new ListeningSaver({
      after: ({ namespace }) => namespace === HISTORY && other(),
    });
    const graph = withRollback(builder.compile({ checkpointer }), told);
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(own);
    expect(ran.join("")).toBe("abcabc");
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "recovered", attempts: [{ decision: "roll-back" }, { decision: "accept" }] },
    ]);
    expect((await graph.getState(on("t"))).values.log).toEqual(right);
  });
});

describe("a decision that a process left behind", () => {
  /** Decided to roll back, and then came no further. */
  async function decided(
    checkpointer: BaseCheckpointSaver,
    builder: ReturnType<typeof chainGraph>["builder"],
  ) {
    let records = 0;
    const dying = new FailingSaver(({ namespace, source }) =>
      namespace === HISTORY ? (records += 1) > 1 : source === "update",
    );
    if (!(checkpointer instanceof MemorySaver)) throw new TypeError("Expected a MemorySaver.");
    dying.storage = checkpointer.storage;
    dying.writes = checkpointer.writes;
    await withRollback(builder.compile({ checkpointer: dying }), told).invoke({ log: [] }, on("t"));
  }

  it("is not carried out once a newer run has moved the thread", async () => {
    const checkpointer = new MemorySaver();
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    await decided(checkpointer, builder);
    await newerRun(checkpointer);
    const before = await ids(checkpointer);
    const graph = withRollback(builder.compile({ checkpointer }), { ...told, verify: () => true });
    expect((await graph.invoke(null, on("t"))).log).toContain("newer");
    expect(ran).toEqual(["a", "b", "c"]);
    const outermost = { configurable: { thread_id: "t", checkpoint_ns: "" } };
    expect(await listed(checkpointer, outermost, { filter: { source: "update" } })).toEqual([]);
    expect(await ids(checkpointer)).toEqual(expect.arrayContaining(before));
  });

  it("is refused when the thread moves while it is being carried out", async () => {
    const checkpointer = new MemorySaver();
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    await decided(checkpointer, builder);
    const graph = withRollback(builder.compile({ checkpointer }), told);
    const list = checkpointer.list.bind(checkpointer);
    // The history is read after the head.
    checkpointer.list = async function* (config, options) {
      await newerRun(checkpointer);
      yield* list(config, options);
    };
    const refused = await graph.invoke(null, on("t")).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ThreadMovedError);
    expect(refused).toMatchObject({ code: "THREAD_MOVED", threadId: "t", judgedHead: expect.any(String) });
    expect(ran).toEqual(["a", "b", "c"]);
    expect((await graph.getState(on("t"))).values.log).toContain("newer");
  });
});

describe("ThreadMovedError", () => {
  it("names the thread, both heads and what to do", () => {
    expect(new ThreadMovedError("t", "c1", "c2").message).toBe(
      'Thread "t" has moved from checkpoint "c1", which was judged, to "c2". ' +
        "Nothing was rolled back. Run one call at a time on a thread; give `lock` if several processes share it.",
    );
    expect(new ThreadMovedError("t", "c1", undefined).message).toContain("to none: it was deleted");
  });
});
