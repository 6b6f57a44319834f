import { BinaryOperatorAggregate, entrypoint, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createAgent, fakeModel } from "langchain";
import { describe, expect, it } from "vitest";

import { LogState, pair } from "./graphs.ts";

describe("a compiled graph (else graphs are refused, or their subgraphs and channels are not found)", () => {
  it("has the mark lg_is_pregel, whichever copy of LangGraph made it", () => {
    expect(pair().lg_is_pregel).toBe(true);
    const workflow = entrypoint({ name: "work", checkpointer: new MemorySaver() }, async () => 1);
    expect(workflow.lg_is_pregel).toBe(true);
  });

  it("is an agent's `graph`", () => {
    expect(createAgent({ model: fakeModel(), tools: [] }).graph.lg_is_pregel).toBe(true);
  });

  it("has the graph that was added as a node in `nodes[name].bound`, and no graph in that of a function", () => {
    const team = pair();
    const { nodes } = new StateGraph(LogState)
      .addNode("team", team)
      .addNode("alone", () => ({}))
      .addEdge(START, "team")
      .addEdge(START, "alone")
      .compile();
    expect(nodes["team"]?.bound).toBe(team);
    expect(nodes["alone"]?.bound).not.toHaveProperty("lg_is_pregel");
  });

  it("has an entrypoint's function as a node that __start__ triggers, and a StateGraph's nodes as others", () => {
    const workflow = entrypoint({ name: "work", checkpointer: new MemorySaver() }, async () => 1);
    expect(workflow.nodes["work"]?.triggers).toEqual(["__start__"]);
    expect(pair().nodes["a"]?.triggers).toEqual(["branch:to:a"]);
  });

  it("has its channels by name, each of which makes a live copy of a stored value and says its kind", () => {
    const spec = pair().channels.log;
    if (!(spec instanceof BinaryOperatorAggregate)) throw new Error("expected a channel with a reducer");
    expect(spec.lc_graph_name).toBe("BinaryOperatorAggregate");
    const copy = spec.fromCheckpoint(["kept"]);
    copy.update([["added"]]);
    expect(copy.checkpoint()).toEqual(["kept", "added"]);
    expect(spec.fromCheckpoint(["kept"]).get()).toEqual(["kept"]);
  });

  it("says what invoke returns in `outputChannels`, and what it streams unless told in `streamMode`", () => {
    expect(pair().outputChannels).toEqual(["log"]);
    expect(pair().streamMode).toEqual(["updates"]);
  });
});
