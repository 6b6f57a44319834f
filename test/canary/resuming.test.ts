import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { input, LogState, stored, thread } from "./graphs.ts";

/** Asks, and logs the answer. */
const asking = () =>
  new StateGraph(LogState)
    .addNode("ask", () => ({ log: [interrupt<string, string>("which one?")] }))
    .addEdge(START, "ask")
    .compile({ checkpointer: new MemorySaver() });

describe("an interrupt (else a pause is taken for a step, or for a failure)", () => {
  it("leaves nothing but an __interrupt__ write, and shows in the tasks of getState", async () => {
    const graph = asking();
    await graph.invoke(input, thread);
    const [head] = await stored(graph);
    expect(head?.pendingWrites?.map(([, channel]) => channel)).toEqual(["__interrupt__"]);
    const { tasks } = await graph.getState(thread);
    expect(tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value))).toEqual(["which one?"]);
  });

  it("is answered by writes of __resume__ that come along with the node's own, under the same task", async () => {
    const graph = asking();
    await graph.invoke(input, thread);
    await graph.invoke(new Command({ resume: "the first" }), thread);
    const [, before] = await stored(graph);
    const [task] = (before?.pendingWrites ?? []).filter(([, channel]) => channel === "log");
    const channels = before?.pendingWrites?.filter(([id]) => id === task?.[0]).map(([, channel]) => channel);
    expect(new Set(channels)).toEqual(new Set(["__interrupt__", "__resume__", "log"]));
    expect(task?.[2]).toEqual(["the first"]);
  });
});
