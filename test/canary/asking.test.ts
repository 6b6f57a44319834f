import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { BaseLLM } from "@langchain/core/language_models/llms";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { DynamicTool, StructuredTool, tool } from "@langchain/core/tools";
import {
  FakeChatModel,
  FakeListChatModel,
  FakeLLM,
  FakeStreamingLLM,
  FakeTool,
} from "@langchain/core/utils/testing";
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent, fakeModel } from "langchain";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

afterEach(() => vi.restoreAllMocks());

/** Methods of the base classes that are called while something is done, in their order. */
async function metBy(work: () => unknown): Promise<readonly string[]> {
  const met: string[] = [];
  const spy = (prototype: object, names: readonly string[]): void => {
    for (const name of names) {
      const own: unknown = Reflect.get(prototype, name);
      if (typeof own !== "function") throw new Error(`There is no ${name}.`);
      vi.spyOn(Object(prototype), name).mockImplementation(function (
        this: unknown,
        ...args: unknown[]
      ): unknown {
        met.push(name);
        return Reflect.apply(own, this, args);
      });
    }
  };
  spy(BaseChatModel.prototype, ["generate", "_streamIterator", "streamEvents"]);
  spy(BaseLLM.prototype, ["generate", "_streamIterator"]);
  spy(StructuredTool.prototype, ["call"]);
  await work();
  vi.restoreAllMocks();
  return met;
}

async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

const listing = () => new FakeListChatModel({ responses: ["a", "b"] });

/** Streams, as a graph does, from a model that is called inside a node. */
const inNode = (work: () => Promise<unknown>) =>
  new StateGraph(MessagesAnnotation)
    .addNode("do", async () => {
      await work();
      return {};
    })
    .addEdge(START, "do")
    .compile();

describe("the methods in which all ways of asking a chat model meet (else a replay calls models)", () => {
  it.each<readonly [string, readonly string[], () => unknown]>([
    ["invoke", ["generate"], () => listing().invoke("hi")],
    ["batch", ["generate", "generate"], () => listing().batch(["hi", "ho"])],
    [
      "bindTools and withConfig",
      ["generate"],
      () =>
        listing()
          .bindTools([])
          .withConfig({ tags: ["a"] })
          .invoke("hi"),
    ],
    [
      "a chain",
      ["generate"],
      () =>
        listing()
          .pipe(({ text }) => text)
          .invoke("hi"),
    ],
    ["a chain with fallbacks", ["generate"], () => listing().withFallbacks([listing()]).invoke("hi")],
    ["stream", ["_streamIterator"], async () => drained(await listing().stream("hi"))],
    [
      "a chain that streams",
      ["_streamIterator"],
      async () =>
        drained(
          await listing()
            .pipe(({ text }) => text)
            .stream("hi"),
        ),
    ],
    [
      "a model in the middle of a chain that streams",
      ["_streamIterator"],
      async () => {
        const chain = RunnableLambda.from((text: string) => text)
          .pipe(listing())
          .pipe(({ text }) => text);
        await drained(await chain.stream("hi"));
      },
    ],
    [
      "stream, without chunks of its own",
      ["_streamIterator", "generate"],
      async () => drained(await new FakeChatModel({}).stream("hi")),
    ],
    [
      "streamEvents of version 2",
      ["streamEvents", "_streamIterator"],
      () => drained(listing().streamEvents("hi", { version: "v2" })),
    ],
    ["streamEvents of version 3", ["streamEvents"], () => drained(listing().streamEvents("hi"))],
    [
      "a graph that streams its tokens",
      ["generate"],
      async () => {
        const streamMode = ["messages" as const];
        await drained(await inNode(() => listing().invoke("hi")).stream({ messages: [] }, { streamMode }));
      },
    ],
    [
      "withStructuredOutput",
      ["generate"],
      () => new FakeListChatModel({ responses: ["{}"] }).withStructuredOutput({}).invoke("hi"),
    ],
  ])("are these: %s", async (_, methods, work) => {
    expect(await metBy(work)).toEqual(methods);
  });

  it.each(["v1", "v2"] as const)("are these in an agent, too (%s)", async (version) => {
    const model = fakeModel().respond(new AIMessage("done"));
    const agent = createAgent({ model, tools: [], version });
    expect(await metBy(() => agent.invoke({ messages: [new HumanMessage("hi")] }))).toEqual(["generate"]);
  });
});

/** A tool that is given one text. */
const say = new DynamicTool({ name: "say", description: "", func: async (text) => text });

describe("the methods in which all ways of asking an LLM meet (else a replay calls models)", () => {
  it.each<readonly [string, readonly string[], () => unknown]>([
    ["invoke", ["generate"], () => new FakeLLM({ response: "a" }).invoke("hi")],
    ["batch", ["generate", "generate"], () => new FakeLLM({ response: "a" }).batch(["hi", "ho"])],
    [
      "stream",
      ["_streamIterator"],
      async () => drained(await new FakeStreamingLLM({ responses: ["a"], sleep: 0 }).stream("hi")),
    ],
    [
      "stream, without chunks of its own",
      ["_streamIterator", "generate"],
      async () => drained(await new FakeLLM({ response: "a" }).stream("hi")),
    ],
  ])("are these: %s", async (_, methods, work) => {
    expect(await metBy(work)).toEqual(methods);
  });
});

describe("the method in which all ways of calling a tool meet (else a replay calls tools)", () => {
  const fields = { name: "look", description: "", schema: z.object({ at: z.number() }) };
  const look = tool(() => "looked", fields);
  const call = { name: "look", args: { at: 1 }, id: "c", type: "tool_call" as const };
  const asks = () => new AIMessage({ content: "", tool_calls: [call] });

  it.each<readonly [string, () => unknown]>([
    ["invoke with arguments", () => look.invoke({ at: 1 })],
    ["invoke with a tool call", () => look.invoke(call)],
    ["stream", async () => drained(await look.stream({ at: 1 }))],
    ["batch", () => look.batch([{ at: 1 }])],
    ["a tool of one text", () => say.invoke("hi")],
    [
      "a tool with a schema in JSON",
      () => tool(() => "", { ...fields, schema: { type: "object", properties: {} } }).invoke({}),
    ],
    ["a class", () => new FakeTool({ name: "fake", description: "", schema: z.object({}) }).invoke({})],
    ["a ToolNode", () => new ToolNode([look]).invoke({ messages: [asks()] })],
    ["an agent, v1", () => agentThatLooks("v1")],
    ["an agent, v2", () => agentThatLooks("v2")],
  ])("is `call`, once: %s", async (_, work) => {
    expect((await metBy(work)).filter((name) => name === "call")).toEqual(["call"]);
  });

  const agentThatLooks = (version: "v1" | "v2") =>
    createAgent({
      model: fakeModel().respond(asks()).respond(new AIMessage("done")),
      tools: [look],
      version,
    }).invoke({
      messages: [new HumanMessage("hi")],
    });

  it("gets the tool call in the config's `toolCall`, with the task's metadata", async () => {
    const configs: unknown[] = [];
    const own: unknown = Reflect.get(StructuredTool.prototype, "call");
    if (typeof own !== "function") throw new Error("There is no call.");
    vi.spyOn(Object(StructuredTool.prototype), "call").mockImplementation(function (
      this: unknown,
      ...args: unknown[]
    ): unknown {
      configs.push(args[1]);
      return Reflect.apply(own, this, args);
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", new ToolNode([look]))
      .addEdge(START, "tools")
      .compile();
    await graph.invoke({ messages: [asks()] });
    expect(configs).toMatchObject([
      { toolCall: { id: "c" }, metadata: { langgraph_node: "tools", langgraph_step: 1 } },
    ]);
  });
});

describe("the start of a model, as callbacks hear it (else a replay lets through what cannot be answered)", () => {
  it.each<readonly [string, (config: object) => Promise<unknown>]>([
    ["a chat model", (config) => listing().invoke("hi", config)],
    ["a chat model that streams", async (config) => drained(await listing().stream("hi", config))],
    ["an LLM", (config) => new FakeLLM({ response: "a" }).invoke("hi", config)],
  ])(
    "is awaited before the model is called, and keeps it from being called if it throws: %s",
    async (_, ask) => {
      const refuse = (): never => {
        throw new Error("not now");
      };
      const methods: CallbackHandlerMethods = { handleChatModelStart: refuse, handleLLMStart: refuse };
      const handler = Object.assign(BaseCallbackHandler.fromMethods(methods), {
        awaitHandlers: true,
        raiseError: true,
      });
      const generate = vi.spyOn(FakeListChatModel.prototype, "_generate");
      await expect(ask({ callbacks: [handler] })).rejects.toThrow("not now");
      expect(generate).not.toHaveBeenCalled();
    },
  );
});

it("a serialiser leaves of a Command its fields, but for the graph that it goes to (else recorded Commands are wrong)", async () => {
  const { serde } = new MemorySaver();
  const command = new Command({ goto: "next", graph: Command.PARENT, update: { a: 1 } });
  const stored: unknown = await serde.loadsTyped(...(await serde.dumpsTyped(command)));
  expect(stored).toEqual({ lg_name: "Command", goto: ["next"], update: { a: 1 }, resume: undefined });
});
