import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../../fixtures/chain-graph.ts";
import { withRollback } from "../../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

describe("inside a node of another graph", () => {
  const outerState = Annotation.Root({ log: Annotation<string[]>, note: Annotation<string> });

  it.each(["passes its config on", "passes nothing on"])("recovers when the node %s", async (how) => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const inner = withRollback(builder.compile(), told);
    const outer = new StateGraph(outerState)
      .addNode("agent", (state, config) =>
        how === "passes nothing on"
          ? inner.invoke({ log: state.log })
          : inner.invoke({ log: state.log }, config),
      )
      .addEdge(START, "agent")
      .addEdge("agent", END)
      .compile({ checkpointer: new MemorySaver() });
    const output = await outer.invoke({ log: ["in"] }, on("outer"));
    expect(output.log).toEqual(["in", "a:right", "b:right", "c:right"]);
    expect(ran.join("")).toBe("abcabc");
    expect((await outer.getState(on("outer"))).values.log).toEqual(output.log);
  });

  it("recovers as a subgraph that is a node itself", async () => {
    const { ran, builder } = chainGraph({ b: untilTold("b") });
    const outer = new StateGraph(outerState)
      .addNode("agent", withRollback(builder.compile(), told))
      .addEdge(START, "agent")
      .addEdge("agent", END)
      .compile({ checkpointer: new MemorySaver() });
    expect((await outer.invoke({ log: ["in"] }, on("outer"))).log).toEqual([
      "in",
      "a:right",
      "b:right",
      "c:right",
    ]);
    expect(ran.join("")).toBe("abcabc");
  });

  it("keeps out of the outer graph's thread when both have one store", async () => {
    const checkpointer = new MemorySaver();
    const inner = withRollback(chainGraph({ b: untilTold("b") }).builder.compile({ checkpointer }), told);
    const outer = new StateGraph(outerState)
      .addNode("agent", (state) => inner.invoke({ log: state.log }))
      .addNode("after", () => ({ note: "after" }))
      .addEdge(START, "agent")
      .addEdge("agent", "after")
      .addEdge("after", END)
      .compile({ checkpointer });
    await outer.invoke({ log: ["in"] }, on("outer"));
    const state = await outer.getState(on("outer"));
    expect(state.values).toMatchObject({ note: "after", log: ["in", "a:right", "b:right", "c:right"] });
    const nodes: string[] = [];
    for await (const { tasks } of outer.getStateHistory(on("outer")))
      nodes.unshift(...tasks.map(({ name }) => name));
    expect(nodes).toEqual(["__start__", "agent", "after"]);
  });
});
