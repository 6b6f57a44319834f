import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback, type RollbackEvent } from "../index.ts";

/** Values that MemorySaver takes and does not give back. */
const unreadable: readonly [string, unknown][] = [
  ["a BigInt", 10n],
  [
    "an object shaped like one of LangChain's",
    { lc: 1, type: "constructor", id: ["their", "tool"], kwargs: {} },
  ],
];

const Values = Annotation.Root({ value: Annotation<unknown>, tries: Annotation<number | undefined> });

const graphWith = (value: unknown, checkpointer: BaseCheckpointSaver) =>
  new StateGraph(Values)
    .addNode("make", ({ tries }) => ({ value, tries: (tries ?? 0) + 1 }))
    .addEdge(START, "make")
    .compile({ checkpointer });

describe("a state that the checkpointer does not give back", () => {
  it.each(unreadable)("does not keep %s from the caller", async (_, value) => {
    const bare = await graphWith(value, new MemorySaver()).invoke({}, on("t"));
    const events: RollbackEvent[] = [];
    const graph = withRollback(graphWith(value, new MemorySaver()), {
      verify: ({ output }) => output?.tries === 1,
      onEvent: (event) => events.push(event),
    });
    expect(await graph.invoke({}, on("t"))).toEqual(bare);
    expect(bare).toEqual({ value, tries: 1 });
    expect(await readHistory(graph, on("t"))).toMatchObject([
      { status: "succeeded", problems: [{ attempt: 1, problem: { code: "STATE_UNREADABLE" } }] },
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      "rollback:attempt-started",
      "rollback:problem",
      "rollback:ended",
    ]);
  });

  it.each(unreadable)("leaves a rejected result with %s as it is, and says why", async (_, value) => {
    const graph = withRollback(graphWith(value, new MemorySaver()), { verify: () => false });
    expect(await graph.invoke({}, on("t"))).toEqual({ value, tries: 1 });
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "gave-up" }]);
  });

  it.each(["v1", "v2"] as const)(
    "ends the events of streamEvents %s as without rollback",
    async (version) => {
      const graph = withRollback(graphWith(10n, new MemorySaver()), { verify: () => false });
      const ends: unknown[] = [];
      for await (const { event, data, name } of graph.streamEvents({}, { ...on("t"), version }))
        if (event === "on_chain_end" && name === "LangGraph") ends.push(data.output);
      expect(ends).toHaveLength(1);
      expect((await readHistory(graph, on("t")))[0]?.problems).toMatchObject([
        { problem: { code: "STATE_UNREADABLE" } },
      ]);
    },
  );

  it("lets a run wait for an answer, and the history says that it does", async () => {
    const builder = new StateGraph(Values)
      .addNode("make", () => ({ value: 10n }))
      .addNode("ask", () => ({ tries: interrupt<string, number>("how many?") }))
      .addEdge(START, "make")
      .addEdge("make", "ask");
    const graph = withRollback(builder.compile({ checkpointer: new MemorySaver() }), { verify: () => true });
    const output = await graph.invoke({}, on("t"));
    expect(output).toMatchObject({ value: 10n, __interrupt__: [{ value: "how many?" }] });
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "interrupted", attempts: [] }]);
    // LangGraph itself cannot continue there.
    const bare = builder.compile({ checkpointer: new MemorySaver() });
    await bare.invoke({}, on("t"));
    await expect(bare.invoke(new Command({ resume: 2 }), on("t"))).rejects.toThrow("Failed to put writes");
    await expect(graph.invoke(new Command({ resume: 2 }), on("t"))).rejects.toThrow("Failed to put writes");
  });
});

/** Lets one read of a thread's newest checkpoint fail after a graph has ended. */
class OnceUnreadable extends MemorySaver {
  isArmed = false;

  override async getTuple(...args: Parameters<MemorySaver["getTuple"]>) {
    const [{ configurable }] = args;
    const isHead = configurable?.["checkpoint_id"] === undefined && configurable?.["checkpoint_ns"] === "";
    if (this.isArmed && isHead) {
      this.isArmed = false;
      throw new Error("the connection was lost");
    }
    return super.getTuple(...args);
  }
}

describe("one read of the head that fails when a run has ended", () => {
  it("is tried again, and the run is rolled back as ever", async () => {
    const checkpointer = new OnceUnreadable();
    const steps = {
      b: untilTold("b"),
      c: () => {
        checkpointer.isArmed = true;
        return "c:right";
      },
    };
    const graph = withRollback(chainGraph(steps).builder.compile({ checkpointer }), {
      verify: nothingWrong,
      noteChannel: "note",
    });
    expect((await graph.invoke({ log: [] }, on("t"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(await readHistory(graph, on("t"))).toMatchObject([{ status: "recovered", problems: [] }]);
  });
});
