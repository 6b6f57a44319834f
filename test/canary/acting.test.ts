import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import { AIMessage } from "@langchain/core/messages";
import { tool, type StructuredTool } from "@langchain/core/tools";
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent, fakeModel } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { input, LogState, thread } from "./graphs.ts";

/** A tool that counts its calls. */
function counting() {
  const called: { args: unknown; namespace: unknown }[] = [];
  const count = tool(
    (args, { metadata }) => {
      called.push({ args, namespace: metadata?.["langgraph_checkpoint_ns"] });
      return "counted";
    },
    { name: "count", description: "counts", schema: z.object({ by: z.number() }), metadata: { mine: true } },
  );
  return { called, count };
}

const asks = () =>
  new AIMessage({
    content: "",
    tool_calls: [{ type: "tool_call", id: "c", name: "count", args: { by: 1 } }],
  });

const graphOf = (node: ToolNode) =>
  new StateGraph(MessagesAnnotation)
    .addNode("model", () => ({ messages: [asks()] }))
    .addNode("tools", node)
    .addEdge(START, "model")
    .addEdge("model", "tools")
    .addEdge("tools", END)
    .compile({ checkpointer: new MemorySaver() });

const agentWith = (count: StructuredTool, version: "v1" | "v2") =>
  createAgent({ model: fakeModel().respond(asks()).respond(new AIMessage("done")), tools: [count], version });

/** A config with a handler of callbacks that is awaited. */
const handler = (methods: CallbackHandlerMethods) => ({
  ...thread,
  callbacks: [
    Object.assign(BaseCallbackHandler.fromMethods(methods), { awaitHandlers: true, raiseError: true }),
  ],
});

describe("a tool's start, as callbacks hear it (else acts have no intents)", () => {
  it("is awaited before the tool runs, with its input as text, the task's namespace and the tool's own metadata", async () => {
    const { called, count } = counting();
    const heard: unknown[] = [];
    const handleToolStart = async (...[, text, , , , metadata, name]: readonly unknown[]): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      heard.push({ text, name, before: called.length, ...Object(metadata) });
    };
    await graphOf(new ToolNode([count])).invoke({ messages: [] }, handler({ handleToolStart }));
    expect(heard).toMatchObject([{ text: '{"by":1}', name: "count", before: 0, mine: true }]);
    expect(heard).toMatchObject([{ langgraph_checkpoint_ns: called[0]?.namespace }]);
  });

  it("keeps the tool from running if it throws", async () => {
    const { called, count } = counting();
    const handleToolStart = (): never => {
      throw new Error("not now");
    };
    await graphOf(new ToolNode([count])).invoke({ messages: [] }, handler({ handleToolStart }));
    expect(called).toEqual([]);
  });
});

describe("a task's start (else a task that is tried again does everything twice)", () => {
  it("has a tag that begins with graph:step:, each time the task is tried, and what runs inside of it has none", async () => {
    const heard: unknown[] = [];
    let tries = 0;
    const handleChainStart = (...[, , , , tags, metadata]: readonly unknown[]): void => {
      const isTask = Array.isArray(tags) && tags.some((tag) => String(tag).startsWith("graph:step:"));
      if (isTask) heard.push(Reflect.get(Object(metadata), "langgraph_node"));
    };
    await new StateGraph(LogState)
      .addNode(
        "flaky",
        () => {
          if ((tries += 1) === 1) throw new Error("try again");
          return {};
        },
        { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } },
      )
      .addEdge(START, "flaky")
      .compile({ checkpointer: new MemorySaver() })
      .invoke(input, handler({ handleChainStart }));
    expect(heard.filter((node) => node === "flaky")).toHaveLength(2);
  });
});

describe("a node that runs tools (else its tools' results are known as messages only)", () => {
  it("has them in `tools`, runs them by `runTool`, and can be made anew", () => {
    const { count } = counting();
    const node: object = Object(graphOf(new ToolNode([count])).nodes.tools.bound);
    expect(Reflect.get(node, "tools")).toEqual([count]);
    expect(typeof Reflect.get(node, "runTool")).toBe("function");
    expect(Reflect.construct(node.constructor, [[], node])).toBeInstanceOf(ToolNode);
  });

  it.each(["v1", "v2"] as const)("is made of an agent's tools with its options (%s)", (version) => {
    const { count } = counting();
    const node: object = Object(agentWith(count, version).graph.nodes["tools"]?.bound);
    expect(Reflect.get(node, "tools")).toEqual([count]);
    const options: unknown = Reflect.get(node, "options");
    expect(options).toBeTypeOf("object");
    expect(Reflect.construct(node.constructor, [[], options]).constructor).toBe(node.constructor);
  });

  it("calls a tool's `_call` with parsed arguments, the run and the config, and takes what it gives", async () => {
    const { count } = counting();
    const heard: unknown[] = [];
    const other: StructuredTool = Object.create(count, {
      _call: {
        value: (...args: readonly unknown[]) => {
          heard.push(args);
          return "other";
        },
      },
    });
    const { messages } = await graphOf(new ToolNode([other])).invoke({ messages: [] }, handler({}));
    expect(messages.at(-1)?.text).toBe("other");
    expect(heard).toMatchObject([
      [{ by: 1 }, { runId: expect.any(String) }, { metadata: { langgraph_node: "tools" } }],
    ]);
  });

  it("gives a tool's function callbacks whose parent is the tool's own run", async () => {
    const parents: unknown[] = [];
    const runs: unknown[] = [];
    const look = tool(
      (_, { callbacks }) => {
        const parent: unknown = Reflect.get(Object(callbacks), "getParentRunId");
        if (typeof parent === "function") parents.push(Reflect.apply(parent, callbacks, []));
        return "looked";
      },
      { name: "count", description: "looks", schema: z.object({ by: z.number() }) },
    );
    const handleToolStart = (...[, , runId]: readonly unknown[]): void => void runs.push(runId);
    await graphOf(new ToolNode([look])).invoke({ messages: [] }, handler({ handleToolStart }));
    expect(parents).toEqual(runs);
  });
});

it("a task finds its checkpointer under __pregel_checkpointer (else the middleware keeps effects in memory)", async () => {
  const checkpointer = new MemorySaver();
  const found: unknown[] = [];
  await new StateGraph(LogState)
    .addNode("look", (_, { configurable }) => {
      found.push(configurable?.["__pregel_checkpointer"]);
      return {};
    })
    .addEdge(START, "look")
    .compile({ checkpointer })
    .invoke(input, thread);
  expect(found).toEqual([checkpointer]);
});
