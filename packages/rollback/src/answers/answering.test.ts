import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { collected } from "../fixtures/speaking-graph.ts";
import { gateOf, saying } from "../fixtures/gate-for-tests.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { answeringFrom } from "./answering.ts";

const listing = (...responses: string[]) => new FakeListChatModel({ responses });

describe("a graph inside of a gate", () => {
  it("asks about an agent's models and tools, with the task that calls", async () => {
    const book = tool(() => "booked", {
      name: "book",
      description: "books",
      schema: z.object({ seat: z.string() }),
    });
    const { model, counted } = scriptedModel(() => "own");
    const agent = createAgent({ model, tools: [book] });
    const { gate, models, tools } = gateOf({
      model: ({ prompt }) => ({
        messages: [
          prompt.length === 1 ? calling({ name: "book", args: { seat: "1A" } }) : new AIMessage("done"),
        ],
      }),
      tool: () => ({ answer: new ToolMessage({ content: "recorded", tool_call_id: "then" }) }),
    });
    const { messages } = await answeringFrom(gate, () =>
      agent.invoke({ messages: [new HumanMessage("book 1A")] }),
    );
    expect(messages.map(({ text }) => text)).toEqual(["book 1A", "", "recorded", "done"]);
    expect(Reflect.get(Object(messages[2]), "tool_call_id")).toBe(Object(messages[1]).tool_calls[0].id);
    expect(counted.calls).toBe(0);
    expect(models.map(({ task }) => task.namespace.split(":")[0])).toEqual([
      "model_request",
      "model_request",
    ]);
    expect(tools.map(({ task }) => task.namespace.split(":")[0])).toEqual(["tools"]);
    expect([...models, ...tools].map(({ task }) => task.superstep)).toEqual([1, 3, 2]);
  });

  it("asks about tools of a ToolNode, in a subgraph, and about a model that a node's code streams", async () => {
    const ask = tool(() => "own", { name: "ask", description: "", schema: z.object({}) });
    const model = listing("own");
    const inner = new StateGraph(MessagesAnnotation)
      .addNode("call", () => ({ messages: [calling({ name: "ask" })] }))
      .addNode("tools", new ToolNode([ask]))
      .addNode("say", async ({ messages }) => {
        const chunks = await collected(await model.stream(messages));
        return { messages: [new AIMessage(chunks.map(({ text }) => text).join(""))] };
      })
      .addEdge(START, "call")
      .addEdge("call", "tools")
      .addEdge("tools", "say")
      .compile();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("inner", inner)
      .addEdge(START, "inner")
      .compile({ checkpointer: new MemorySaver() });
    const { gate, tools, models } = gateOf({ tool: () => ({ result: "recorded" }), model: saying("said") });
    const config = { configurable: { thread_id: "t" } };
    const { messages } = await answeringFrom(gate, () => graph.invoke({ messages: [] }, config));
    expect(messages.map(({ text }) => text)).toEqual(["", "recorded", "said"]);
    for (const { task } of [...tools, ...models])
      expect(task.namespace).toMatch(/^inner:[^|]+\|(tools|say):/);
  });
});

describe("outside of a gate", () => {
  it("nothing is asked, also while a work inside of one is under way", async () => {
    const { gate, models } = gateOf({ model: saying("recorded") });
    const model = listing("own");
    const inside = answeringFrom(gate, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return (await model.invoke("hi")).text;
    });
    expect((await model.invoke("hi")).text).toBe("own");
    expect(await inside).toBe("recorded");
    expect(models).toHaveLength(1);
  });

  it("two works at once ask each its own gate, and one inside another the inner one", async () => {
    const [one, two] = [gateOf({ model: saying("one") }), gateOf({ model: saying("two") })];
    const model = listing("own");
    const asking = async () => (await model.invoke("hi")).text;
    expect(await Promise.all([answeringFrom(one.gate, asking), answeringFrom(two.gate, asking)])).toEqual([
      "one",
      "two",
    ]);
    expect(await answeringFrom(one.gate, () => answeringFrom(two.gate, asking))).toBe("two");
  });
});
