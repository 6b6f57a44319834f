import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent, createMiddleware, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { thread } from "./graphs.ts";

const said = new AIMessage({
  content: "",
  tool_calls: [
    { name: "ask", args: {}, id: "1", type: "tool_call" },
    { name: "work", args: {}, id: "2", type: "tool_call" },
  ],
});

/** A tool that interrupts once, and one beside it. */
function tools() {
  const ran: string[] = [];
  const schema = z.object({});
  let asks = true;
  const ask = tool(() => (asks ? String(interrupt("asked")) : "refused"), {
    name: "ask",
    description: "-",
    schema,
  });
  const work = tool(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      ran.push("work");
      return "worked";
    },
    { name: "work", description: "-", schema },
  );
  return { list: [ask, work], ran, refuse: () => (asks = false) };
}

describe("a tool that interrupts (else a model's request to go back does not end its attempt)", () => {
  it("is not answered by a ToolNode that answers errors, and no node runs after it", async () => {
    const { list, ran } = tools();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", () => ({ messages: [said] }))
      .addNode("tools", new ToolNode(list))
      .addNode("after", () => {
        ran.push("after");
        return {};
      })
      .addEdge(START, "model")
      .addEdge("model", "tools")
      .addEdge("tools", "after")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke({ messages: [] }, thread);
    const { tasks, next } = await graph.getState(thread);
    expect(next).toEqual(["tools"]);
    expect(tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value))).toEqual(["asked"]);
    expect(ran).not.toContain("after");
  });

  it("lets the tools of createAgent beside it end, and runs alone again when the agent goes on with null", async () => {
    const { list, ran, refuse } = tools();
    const agent = createAgent({
      model: fakeModel().respond(said).respond(new AIMessage("done")),
      tools: list,
      checkpointer: new MemorySaver(),
      middleware: [
        createMiddleware({ name: "Around", wrapToolCall: (request, handler) => handler(request) }),
      ],
    });
    await agent.invoke({ messages: [{ role: "user", content: "?" }] }, thread);
    expect(ran).toEqual(["work"]);
    refuse();
    const { messages } = await agent.graph.invoke(null, thread);
    expect(messages.map(({ text }: { text: string }) => text)).toEqual([
      "?",
      "",
      "refused",
      "worked",
      "done",
    ]);
    expect(ran).toEqual(["work"]);
  });
});
