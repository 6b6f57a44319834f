import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { toolAgent } from "../fixtures/fake-agent.ts";
import { readTrajectory, RecordingSaver } from "../index.ts";

const question = { messages: [new HumanMessage("What is the sum of 2 and 3?")] };

async function trajectoryOf(version: "v1" | "v2") {
  const agent = toolAgent(version, new RecordingSaver(new MemorySaver()));
  await agent.invoke(question, on("t"));
  return readTrajectory(agent, on("t"));
}

describe("readTrajectory of a createAgent agent", () => {
  it("has a step for each model call and, in version 2, for each tool call", async () => {
    const { steps } = await trajectoryOf("v2");
    expect(steps.map(({ origin, kind, path }) => [origin.node, kind, path])).toEqual([
      ["model_request", "model", "pull"],
      ["tools", "tool", "push"],
      ["tools", "tool", "push"],
      ["model_request", "model", "pull"],
    ]);
  });

  it("has one step for all tool calls of a message in version 1", async () => {
    const { steps } = await trajectoryOf("v1");
    expect(steps.map(({ origin, kind, path }) => [origin.node, kind, path])).toEqual([
      ["model_request", "model", "pull"],
      ["tools", "tool", "pull"],
      ["model_request", "model", "pull"],
    ]);
  });

  it("says which tools a step asked for, with what, and under which ids", async () => {
    const { steps } = await trajectoryOf("v2");
    expect(steps[0]?.toolCalls).toEqual([
      { name: "shout", args: { text: "sum" }, id: "call-1" },
      { name: "add", args: { x: 2, y: 3 }, id: "call-2" },
    ]);
    expect(steps[0]?.content).toContain('shout({"text":"sum"})\nadd({"x":2,"y":3})');
  });

  it("gives what tools and model said, in the order of the calls", async () => {
    const { steps } = await trajectoryOf("v2");
    expect(steps.slice(1).map(({ agent, content }) => [agent, content])).toEqual([
      ["shout", "SUM"],
      ["add", "5"],
      ["model", "SUM 5"],
    ]);
  });

  it("takes the user's message as the task", async () => {
    expect((await trajectoryOf("v2")).task).toBe("What is the sum of 2 and 3?");
  });

  it("reads only the current turn of a conversation", async () => {
    const agent = toolAgent("v2", new RecordingSaver(new MemorySaver()));
    await agent.invoke(question, on("t"));
    const first = await readTrajectory(agent, on("t"));
    await agent
      .invoke({ messages: [new HumanMessage("And now?")] }, on("t"))
      .catch(() => "no answer is left");
    const second = await readTrajectory(agent, on("t"));
    expect(second.task).toBe("And now?");
    expect(second.steps).toHaveLength(1);
    expect(second.steps[0]?.error).toBeDefined();
    expect(first.steps).toHaveLength(4);
  });
});
