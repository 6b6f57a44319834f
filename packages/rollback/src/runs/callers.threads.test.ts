import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback, type RollbackEvent } from "../index.ts";

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

/** A wrapped graph that recovers, and the threads that it ran on, in order of their start. */
function recording() {
  const started: RollbackEvent[] = [];
  const inner = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), {
    verify: nothingWrong,
    noteChannel: "note",
    onEvent: (event) => started.push(event),
  });
  const threads = () => [...new Set(started.map(({ threadId }) => threadId))];
  return { inner, threads };
}

describe("the thread of a call inside another graph", () => {
  it("is its own for each of the nodes that run side by side and pass one config on", async () => {
    const { inner, threads } = recording();
    const outer = new StateGraph(State)
      .addNode("left", async (_, config) => ({ log: (await inner.invoke({ log: ["left"] }, config)).log }))
      .addNode("right", async (_, config) => ({ log: (await inner.invoke({ log: ["right"] }, config)).log }))
      .addEdge(START, "left")
      .addEdge(START, "right")
      .compile({ checkpointer: new MemorySaver() });
    const { log } = await outer.invoke({ log: [] }, on("outer"));
    const right = ["a:right", "b:right", "c:right"];
    expect(log).toEqual(["left", ...right, "right", ...right]);
    expect(threads().toSorted()).toEqual([
      expect.stringMatching(/^outer\/left:/),
      expect.stringMatching(/^outer\/right:/),
    ]);
  });

  it("is its own for each of the calls of one node", async () => {
    const { inner, threads } = recording();
    const outer = new StateGraph(State)
      .addNode("all", async () => {
        const outputs = await Promise.all(["x", "y", "z"].map((name) => inner.invoke({ log: [name] })));
        return { log: outputs.map(({ log }) => `${log[0] ?? ""} ${log.length}`) };
      })
      .addEdge(START, "all")
      .compile({ checkpointer: new MemorySaver() });
    expect((await outer.invoke({ log: [] }, on("outer"))).log).toEqual(["x 4", "y 4", "z 4"]);
    const [first = "", second, third] = threads();
    expect(first).toMatch(/^outer\/all:/);
    expect([second, third]).toEqual([`${first}|1`, `${first}|2`]);
  });

  it("is the same again when the caller's task runs again from its top", async () => {
    const { inner, threads } = recording();
    const outer = new StateGraph(State)
      .addNode("ask", async (_, config) => {
        await inner.invoke({ log: [] }, config);
        return { log: [String(interrupt("go on?"))] };
      })
      .addEdge(START, "ask")
      .compile({ checkpointer: new MemorySaver() });
    await outer.invoke({ log: [] }, on("outer"));
    const [before] = threads();
    await outer.invoke(new Command({ resume: "yes" }), on("outer"));
    expect(threads()).toEqual([before]);
    expect(before).toMatch(/^outer\/ask:/);
  });

  it("is a new one in each turn of the caller's thread", async () => {
    const { inner, threads } = recording();
    const outer = new StateGraph(State)
      .addNode("agent", async () => ({ log: (await inner.invoke({ log: [] })).log.slice(0, 1) }))
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    await outer.invoke({ log: ["one"] }, on("outer"));
    await outer.invoke({ log: ["two"] }, on("outer"));
    expect(threads()).toHaveLength(2);
  });

  it("is the one that the call names", async () => {
    const { inner, threads } = recording();
    const outer = new StateGraph(State)
      .addNode("agent", async ({ log }, config) => {
        await inner.invoke({ log }, { ...config, ...on("memory") });
        return {};
      })
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    await outer.invoke({ log: ["one"] }, on("outer"));
    await outer.invoke({ log: ["two"] }, on("outer"));
    expect(threads()).toEqual(["memory"]);
    expect(await readHistory(inner, on("memory"))).toHaveLength(2);
  });

  it("is the one that was bound to the graph, before the caller's", async () => {
    const { inner, threads } = recording();
    const bound = inner.withConfig(on("bound"));
    const outer = new StateGraph(State)
      .addNode("agent", async (_, config) => {
        await bound.invoke({ log: [] }, config);
        return {};
      })
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    await outer.invoke({ log: [] }, on("outer"));
    expect(threads()).toEqual(["bound"]);
  });

  it("is made anew when the caller has none", async () => {
    const { inner, threads } = recording();
    const outer = new StateGraph(State)
      .addNode("agent", async () => ({ log: (await inner.invoke({ log: [] })).log }))
      .addEdge(START, "agent")
      .compile();
    expect((await outer.invoke({ log: [] })).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(threads()).toEqual([expect.stringMatching(/^[\w-]{21}$/)]);
  });

  it("is under the thread of a wrapped graph that calls it, anew in each of its attempts", async () => {
    const { inner, threads } = recording();
    const outer = withRollback(
      new StateGraph(State)
        .addNode("agent", async () => ({ log: (await inner.invoke({ log: [] })).log }))
        .addEdge(START, "agent")
        .compile(),
      { verify: ({ attempt }) => attempt > 1 },
    );
    expect((await outer.invoke({ log: [] }, on("outer"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(threads()).toEqual([
      expect.stringMatching(/^outer\/agent:/),
      expect.stringMatching(/^outer\/agent:/),
    ]);
  });
});
