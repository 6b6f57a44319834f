import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { Annotation, START, StateGraph, StateSchema, UntrackedValue } from "@langchain/langgraph";
import { createAgent, fakeModel, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { stored, thread } from "./graphs.ts";

const opening = () =>
  new StateGraph(new StateSchema({ handle: new UntrackedValue(z.string()), log: z.string() }))
    .addNode("open", () => ({ handle: "open", log: "opened" }))
    .addNode("use", ({ handle }) => ({ log: `used ${handle}` }))
    .addEdge(START, "open")
    .addEdge("open", "use")
    .compile({ checkpointer: new MemorySaver() });

describe("an untracked channel (else docs/shapes.md is wrong about what a rewind can bring back)", () => {
  it("is in the output of invoke, and neither in the state nor in what a node is stored to have written", async () => {
    const graph = opening();
    expect(await graph.invoke({ log: "" }, thread)).toEqual({ handle: "open", log: "used open" });
    expect((await graph.getState(thread)).values).toEqual({ log: "used open" });
    const tuples = await stored(graph);
    const written = tuples.flatMap(({ pendingWrites = [] }) => pendingWrites.map(([, channel]) => channel));
    expect(written).toContain("log");
    expect(written).not.toContain("handle");
  });

  it("shows in a checkpoint by its version alone, once it has been written", async () => {
    const graph = opening();
    await graph.invoke({ log: "" }, thread);
    const tuples = (await stored(graph)).toReversed();
    expect(tuples.map(({ checkpoint }) => "handle" in checkpoint.channel_versions)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(tuples.map(({ checkpoint }) => checkpoint.channel_values["handle"])).toEqual(
      tuples.map(() => undefined),
    );
  });

  it("is what holds an agent's structured response: its model node's messages are all that is stored", async () => {
    const call = { name: "Answer", args: { sum: 5 }, id: "call-1", type: "tool_call" as const };
    const agent = createAgent({
      model: fakeModel().respond(new AIMessage({ content: "", tool_calls: [call] })),
      tools: [],
      responseFormat: toolStrategy(z.object({ sum: z.number() }).meta({ title: "Answer" })),
      checkpointer: new MemorySaver(),
    });
    const output = await agent.invoke({ messages: [{ role: "user", content: "2 + 3?" }] }, thread);
    expect(output.structuredResponse).toEqual({ sum: 5 });
    const { graph } = agent;
    const state: { values: object } = await graph.getState(thread);
    expect(state.values).not.toHaveProperty("structuredResponse");
    const before = (await stored(graph)).find(({ metadata }) => metadata?.step === 0);
    expect(before?.pendingWrites?.map(([, channel]) => channel)).toEqual(["messages"]);
  });
});

describe("what a node gives for a channel that the graph does not have (else attributionNode throws)", () => {
  it("is left out, and the graph continues", async () => {
    const graph = new StateGraph(Annotation.Root({ known: Annotation<string> }))
      .addNode("n", (): object => ({ known: "kept", unknown: "left out" }))
      .addEdge(START, "n")
      .compile();
    expect(await graph.invoke({ known: "" })).toEqual({ known: "kept" });
  });
});
