import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { Annotation, Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { fanOut, input, LogState, logs, sequence } from "../fixtures/graph-shapes.ts";
import { readTrajectory, RecordingSaver } from "../index.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";

const failsWith = (error: Error) => () => {
  throw error;
};
const outline = ({ steps }: RecordedTrajectory) =>
  steps.map(({ origin, content, error }) => [origin.node, content, error?.name]);

/** Runs until an abort, as a node does that heeds its signal. */
const untilAborted = (_: unknown, { signal }: { signal?: AbortSignal }) =>
  new Promise<never>((_resolve, reject) =>
    signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError"))),
  );

describe("readTrajectory of a run that an exception ended", () => {
  it("ends with the failed step, which has no checkpoint after it", async () => {
    const graph = sequence({ b: failsWith(new RangeError("b broke")) }).compile({
      checkpointer: new RecordingSaver(new MemorySaver()),
    });
    await expect(graph.invoke(input(), on("t"))).rejects.toThrow("b broke");
    const trajectory = await readTrajectory(graph, on("t"));
    expect(outline(trajectory)).toEqual([
      ["a", 'log: ["a"]', undefined],
      ["b", "RangeError: b broke", "RangeError"],
    ]);
    expect(trajectory.steps[1]?.error).toEqual({ name: "RangeError", message: "b broke" });
    expect(trajectory.steps[1]?.origin.before).toBe(trajectory.head);
    expect(trajectory.steps[1]?.origin.after).toBeUndefined();
  });

  it("says when the failed step ran, in the process that ran it", async () => {
    let now = Date.UTC(2026, 0, 1);
    const store = new MemorySaver();
    const broken = {
      b: () => {
        now += 5000;
        throw new RangeError("b broke");
      },
    };
    const graph = sequence(broken).compile({ checkpointer: new RecordingSaver(store, { clock: () => now }) });
    await expect(graph.invoke(input(), on("t"))).rejects.toThrow("b broke");
    now += 60_000;
    const failed = (await readTrajectory(graph, on("t"))).steps[1];
    expect([failed?.startedAt, failed?.endedAt]).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T00:00:05.000Z",
    ]);
    const later = sequence(broken).compile({ checkpointer: new RecordingSaver(store) });
    expect((await readTrajectory(later, on("t"))).steps[1]?.startedAt).toBeUndefined();
  });

  it("keeps siblings that had finished, without blaming them", async () => {
    let finished: () => void = () => {};
    const afterQ = new Promise<void>((resolve) => (finished = resolve));
    const graph = fanOut({
      q: () => void setTimeout(finished),
      p: async () => {
        await afterQ;
        throw new TypeError("p broke");
      },
    }).compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await expect(graph.invoke(input(), on("t"))).rejects.toThrow("p broke");
    expect(outline(await readTrajectory(graph, on("t")))).toEqual([
      ["split", 'log: ["split"]', undefined],
      ["p", "TypeError: p broke", "TypeError"],
      ["q", 'log: ["q"]', undefined],
    ]);
  });

  it("leaves out siblings that the exception aborted", async () => {
    const graph = new StateGraph(LogState)
      .addNode("bad", failsWith(new TypeError("bad broke")))
      .addNode("slow", untilAborted)
      .addEdge(START, "bad")
      .addEdge(START, "slow")
      .compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await expect(graph.invoke(input(), on("t"))).rejects.toThrow("bad broke");
    expect(outline(await readTrajectory(graph, on("t")))).toEqual([
      ["bad", "TypeError: bad broke", "TypeError"],
    ]);
  });

  it("blames a step whose own exception is an AbortError", async () => {
    const timeout = new DOMException("fetch was aborted", "AbortError");
    const graph = sequence({ b: failsWith(timeout) }).compile({
      checkpointer: new RecordingSaver(new MemorySaver()),
    });
    await expect(graph.invoke(input(), on("t"))).rejects.toThrow("fetch was aborted");
    expect(outline(await readTrajectory(graph, on("t")))[1]).toEqual([
      "b",
      "AbortError: fetch was aborted",
      "AbortError",
    ]);
  });

  it("gives the executed steps of a run that went on for too long", async () => {
    const graph = sequence().compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await expect(graph.invoke(input(), { ...on("t"), recursionLimit: 2 })).rejects.toThrow("Recursion limit");
    expect(outline(await readTrajectory(graph, on("t")))).toEqual([
      ["a", 'log: ["a"]', undefined],
      ["b", 'log: ["b"]', undefined],
    ]);
  });

  it("gives the first step alone when that failed", async () => {
    const graph = sequence({ a: failsWith(new Error("a broke")) }).compile({
      checkpointer: new MemorySaver(),
    });
    await expect(graph.invoke(input(), on("t"))).rejects.toThrow("a broke");
    const first = await graph.getStateHistory(on("t")).next();
    const head: unknown = first.value.config.configurable?.checkpoint_id;
    expect((await readTrajectory(graph, on("t"))).head).toBe(head);
    expect(outline(await readTrajectory(graph, on("t")))).toEqual([["a", "Error: a broke", "Error"]]);
  });
});

describe("readTrajectory of a run that waits for a human", () => {
  const asking = () => {
    let now = 1000;
    const State = Annotation.Root({ answer: Annotation<string> });
    const saver = new RecordingSaver(new MemorySaver(), { clock: () => now });
    const graph = new StateGraph(State)
      .addNode("prepare", () => ({ answer: "none yet" }))
      .addNode("ask", () => ({ answer: interrupt<string, string>("which one?") }))
      .addEdge(START, "prepare")
      .addEdge("prepare", "ask")
      .compile({ checkpointer: saver });
    return { graph, wait: (time: number) => void (now += time) };
  };

  it("has no step for the interrupt", async () => {
    const { graph } = asking();
    await graph.invoke({ answer: "" }, on("t"));
    expect(outline(await readTrajectory(graph, on("t")))).toEqual([
      ["prepare", "answer: none yet", undefined],
    ]);
  });

  it("has one step for the node once it was resumed, timed from then on", async () => {
    const { graph, wait } = asking();
    await graph.invoke({ answer: "" }, on("t"));
    wait(60_000);
    await graph.invoke(new Command({ resume: "the first" }), on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(outline(trajectory)).toEqual([
      ["prepare", "answer: none yet", undefined],
      ["ask", "answer: the first", undefined],
    ]);
    expect(trajectory.steps[1]?.startedAt).toBe(new Date(61_000).toISOString());
  });

  it("has no step for what the human's Command wrote itself", async () => {
    const { graph } = asking();
    await graph.invoke({ answer: "" }, on("t"));
    await graph.invoke(new Command({ resume: "the first", update: { answer: "edited" } }), on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(trajectory.steps.map(({ origin }) => origin.node)).not.toContain("unknown");
    expect(trajectory.steps.at(-1)?.content).toBe("answer: the first");
  });

  it("keeps the turn's input as the task after a resume", async () => {
    const { graph } = asking();
    await graph.invoke({ answer: "nothing" }, on("t"));
    await graph.invoke(new Command({ resume: "the first" }), on("t"));
    expect((await readTrajectory(graph, on("t"))).task).toBe("answer: nothing");
  });
});

describe("readTrajectory of a graph with a subgraph", () => {
  it("gives the subgraph's steps in its node's place, and where they ran", async () => {
    const graph = new StateGraph(LogState)
      .addNode("before", logs("before"))
      .addNode("team", sequence().compile())
      .addEdge(START, "before")
      .addEdge("before", "team")
      .compile({ checkpointer: new RecordingSaver(new MemorySaver()) });
    await graph.invoke(input(), on("t"));
    const trajectory = await readTrajectory(graph, on("t"));
    expect(outline(trajectory).map(([node]) => node)).toEqual(["before", "a", "b", "c"]);
    const [, a, b] = trajectory.steps;
    expect(a?.enclosing).toMatchObject([{ node: "team", namespace: "", superstep: 2 }]);
    expect(a?.origin.namespace).toBe(`team:${a?.enclosing[0]?.taskId}`);
    expect(b?.origin.before).toBe(a?.origin.after);
  });

  it("gives a subgraph that keeps no checkpoints as one step", async () => {
    const graph = new StateGraph(LogState)
      .addNode("team", sequence().compile({ checkpointer: false }))
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(input(), on("t"));
    expect(outline(await readTrajectory(graph, on("t"))).map(([node]) => node)).toEqual(["team"]);
  });
});
