import type { Attribution } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, on } from "./fixtures/chain-graph.ts";
import { calibratedAt } from "./fixtures/labelled-failures.ts";
import { attributionNode, planRewind, readTrajectory, rewind } from "./index.ts";

const State = Annotation.Root({ trajectory: Annotation<Trajectory>, attribution: Annotation<Attribution> });

const attributing = (options: Parameters<typeof attributionNode>[0]) =>
  new StateGraph(State)
    .addNode("attribute", attributionNode(options))
    .addEdge(START, "attribute")
    .addEdge("attribute", END)
    .compile();

describe("attributionNode", () => {
  it("bounds the decisive step of a failed run, in a graph of the user's own", async () => {
    const agent = chainGraph({ b: alwaysWrong("b") }).builder.compile({ checkpointer: new MemorySaver() });
    await agent.invoke({ log: [] }, on("t"));
    const trajectory = await readTrajectory(agent, on("t"));
    const graph = attributing({ calibration: await calibratedAt(1) });
    const { attribution } = await graph.invoke({ trajectory });
    expect(attribution).toMatchObject({ status: "bounded", alpha: 0.2, set: { range: { start: 1 } } });

    // The node's attribution is all that a rewind by hand needs.
    const { checkpoint } = await planRewind(agent, trajectory, attribution.set.range.start);
    await rewind(agent, on("t"), { checkpoint, updates: { note: "b was wrong" } });
    expect((await agent.getState(on("t"))).values).toEqual({ log: ["a:right"], note: "b was wrong" });
  });

  it("takes its own alpha before the calibration's", async () => {
    const graph = attributing({ calibration: await calibratedAt(1), alpha: 0 });
    const step = { index: 0, agent: "a", content: "one" };
    const trajectory = { id: "run", task: "a task", steps: [step, { ...step, index: 1 }] };
    const { attribution } = await graph.invoke({ trajectory });
    expect(attribution).toMatchObject({
      status: "unbounded",
      alpha: 0,
      set: { range: { start: 0, end: 1 } },
    });
  });

  it("says that nothing is bounded without a calibration", async () => {
    const step = { index: 0, agent: "a", content: "one" };
    const { attribution } = await attributing({}).invoke({
      trajectory: { id: "run", task: "", steps: [step] },
    });
    expect(attribution).toMatchObject({ status: "unbounded", n: 0 });
  });

  it("lets the graph continue if the scorer fails, and says why", async () => {
    const scorer = { fingerprint: "broken", score: () => Promise.reject(new Error("no model")) };
    const step = { index: 0, agent: "a", content: "one" };
    const trajectory = { id: "run", task: "", steps: [step, { ...step, index: 1 }] };
    const { attribution } = await attributing({ scorer }).invoke({ trajectory });
    expect(attribution).toMatchObject({
      status: "unbounded",
      set: { range: { start: 0, end: 1 } },
      fallback: { scorer: "broken", code: "SCORER_FAILED" },
    });
  });
});
