import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  ToolMessage,
  type BaseMessage,
} from "@langchain/core/messages";
import { tool, DynamicTool } from "@langchain/core/tools";
import {
  FakeListChatModel,
  FakeLLM,
  FakeStreamingChatModel,
  FakeStreamingLLM,
} from "@langchain/core/utils/testing";
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { gateOf } from "../fixtures/gate-for-tests.ts";
import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { answeringFrom } from "./answering.ts";
import type { ModelAnswer } from "./recorded-answer.ts";

const saying = (text: string) => (): ModelAnswer => ({
  messages: [new AIMessage({ content: text, id: "m" })],
});
const listing = (...responses: string[]) => new FakeListChatModel({ responses });

async function collected<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe("a chat model inside of a gate", () => {
  const ways: Readonly<Record<string, (model: FakeListChatModel) => Promise<unknown>>> = {
    invoke: async (model) => (await model.invoke("hi")).content,
    "invoke with messages": async (model) => (await model.invoke([["human", "hi"]])).content,
    batch: async (model) => (await model.batch(["hi"])).map(({ content }) => content).join(""),
    generate: async (model) => {
      const { generations } = await model.generate([[new HumanMessage("hi")]]);
      return generations[0]?.[0]?.text;
    },
    stream: async (model) =>
      (await collected(await model.stream("hi"))).map(({ content }) => content).join(""),
    "a chain that streams": async (model) => {
      const chain = model.pipe((message: BaseMessage) => message.text);
      return (await collected(await chain.stream("hi"))).join("");
    },
    "bindTools and withConfig": async (model) =>
      (
        await model
          .bindTools([])
          .withConfig({ tags: ["a"] })
          .invoke("hi")
      ).content,
    withRetry: async (model) => (await model.withRetry().invoke("hi")).content,
    "streamEvents of version 3": async (model) => (await model.streamEvents("hi")).text,
  };

  /** Text of a model's events, which its callbacks make. */
  const heard = async (model: FakeListChatModel): Promise<string> => {
    const events = await collected(model.streamEvents("hi", { version: "v2" }));
    const chunks: unknown[] = events.map(({ data }) => Reflect.get(Object(data.chunk), "content"));
    return chunks.filter((text) => typeof text === "string").join("");
  };

  it("is not heard by streamEvents of version 2, unless it is called itself", async () => {
    const [answered, called] = [gateOf({ model: saying("recorded") }), gateOf()];
    expect(await answeringFrom(answered.gate, () => heard(listing("its own")))).toBe("");
    expect(await answeringFrom(called.gate, () => heard(listing("its own")))).toBe("its own");
    expect([...answered.models, ...called.models]).toHaveLength(2);
  });

  it.each(Object.keys(ways))("asks once, and gives the answer: %s", async (way) => {
    const model = listing("its own");
    const { gate, models } = gateOf({ model: saying("recorded") });
    expect(await answeringFrom(gate, () => ways[way]?.(model))).toBe("recorded");
    expect(models).toHaveLength(1);
    expect(model.i).toBe(0);
  });

  it.each(Object.keys(ways))("asks once, and is called where there is no answer: %s", async (way) => {
    const { gate, models } = gateOf();
    expect(await answeringFrom(gate, () => ways[way]?.(listing("its own")))).toBe("its own");
    expect(models).toHaveLength(1);
  });

  it.each(Object.keys(ways))("has one key in all ways of asking the same: %s", async (way) => {
    const asked = gateOf({ model: saying("recorded") });
    await answeringFrom(asked.gate, () => ways["invoke"]?.(listing("its own")));
    await answeringFrom(asked.gate, () => ways[way]?.(listing("its own")));
    expect(new Set(asked.models.map(({ key }) => key)).size).toBe(1);
  });

  it.each(Object.keys(ways))("throws what the gate throws: %s", async (way) => {
    const { gate } = gateOf({
      model: () => {
        throw new RangeError("not recorded");
      },
    });
    await expect(answeringFrom(gate, () => ways[way]?.(listing("its own")))).rejects.toThrow("not recorded");
  });

  it("asks about each prompt of generate, and is called for those without an answer", async () => {
    const { gate } = gateOf({
      model: ({ prompt: [message] }) =>
        Object(message).text === "b" ? { messages: [new AIMessage("recorded")] } : undefined,
    });
    const model = listing("own 1", "own 2");
    const prompts = ["a", "b", "c"].map((text) => [new HumanMessage(text)]);
    const { generations } = await answeringFrom(gate, () => model.generate(prompts));
    expect(generations.flat().map(({ text }) => text)).toEqual(["own 1", "recorded", "own 2"]);
  });

  it("does not call its own callbacks for a recorded answer", async () => {
    let starts = 0;
    const handleChatModelStart = (): void => void (starts += 1);
    const { gate } = gateOf({ model: saying("recorded") });
    await answeringFrom(gate, () => listing("own").invoke("hi", { callbacks: [{ handleChatModelStart }] }));
    expect(starts).toBe(0);
  });

  it("streams a message's tool calls in a chunk that can be added to others", async () => {
    const { gate } = gateOf({ model: () => ({ messages: [calling({ name: "look", args: { at: 1 } })] }) });
    const model = new FakeStreamingChatModel({ responses: [new AIMessage("own")] });
    const [chunk] = await answeringFrom(gate, async () => collected(await model.stream("hi")));
    const whole = chunk?.concat(new AIMessageChunk("")) ?? new AIMessageChunk("");
    expect(whole.tool_calls).toMatchObject([{ name: "look", args: { at: 1 } }]);
  });

  it("throws as soon as its signal has aborted", async () => {
    const { gate, models } = gateOf({ model: saying("recorded") });
    const signal = AbortSignal.abort(new Error("stopped"));
    const asked = answeringFrom(gate, () => listing("own").invoke("hi", { signal }));
    await expect(asked).rejects.toThrow("stopped");
    expect(models).toHaveLength(0);
  });

  it("asks again when the model, called for want of an answer, calls another", async () => {
    const inner = listing("inner");
    class Outer extends FakeListChatModel {
      override async _generate(...args: Parameters<FakeListChatModel["_generate"]>) {
        await inner.invoke("inner question");
        return super._generate(...args);
      }
    }
    const { gate, models } = gateOf();
    await answeringFrom(gate, () => new Outer({ responses: ["outer"] }).invoke("hi"));
    expect(models.map(({ name }) => name)).toEqual(["Outer", "FakeListChatModel"]);
  });
});

describe("an LLM inside of a gate", () => {
  const ways: Readonly<Record<string, (model: FakeLLM) => Promise<unknown>>> = {
    invoke: (model) => model.invoke("hi"),
    batch: async (model) => (await model.batch(["hi"])).join(""),
    stream: async (model) => (await collected(await model.stream("hi"))).join(""),
  };

  it.each(Object.keys(ways))("asks once about its text, and gives the answer: %s", async (way) => {
    const { gate, models } = gateOf({ model: () => ({ texts: ["recorded"] }) });
    const model = new FakeLLM({ response: "its own" });
    expect(await answeringFrom(gate, () => ways[way]?.(model))).toBe("recorded");
    expect(models.map(({ prompt }) => prompt)).toEqual(["hi"]);
  });

  it.each(Object.keys(ways))("is called where there is no answer: %s", async (way) => {
    const { gate, models } = gateOf();
    expect(await answeringFrom(gate, () => ways[way]?.(new FakeLLM({ response: "its own" })))).toBe(
      "its own",
    );
    expect(models).toHaveLength(1);
  });

  it("streams its own chunks where there is no answer", async () => {
    const { gate, models } = gateOf();
    const model = new FakeStreamingLLM({ responses: ["its own"], sleep: 0 });
    const texts = await answeringFrom(gate, async () => collected(await model.stream("hi")));
    expect(texts.join("")).toBe("its own");
    expect(models).toHaveLength(1);
  });
});

describe("a tool inside of a gate", () => {
  const look = tool(({ at }: { at: number }) => `looked at ${at}`, {
    name: "look",
    description: "looks",
    schema: z.object({ at: z.coerce.number() }),
  });
  const call = { name: "look", args: { at: "3" }, id: "now", type: "tool_call" as const };

  it("gives a recorded message as the answer to the present call", async () => {
    const recorded = new ToolMessage({
      content: "recorded",
      tool_call_id: "then",
      name: "look",
      artifact: 1,
    });
    const { gate, tools } = gateOf({ tool: () => ({ answer: recorded }) });
    const given: unknown = await answeringFrom(gate, () => look.invoke(call));
    expect(given).toMatchObject({ content: "recorded", tool_call_id: "now", name: "look", artifact: 1 });
    expect(JSON.stringify(given)).toContain('"tool_call_id":"now"');
    expect(recorded.tool_call_id).toBe("then");
    expect(tools).toMatchObject([{ name: "look", args: { at: 3 }, toolCallId: "now", tool: look }]);
  });

  it("gives the messages of a recorded Command as answers to the present call", async () => {
    const message = new ToolMessage({ content: "recorded", tool_call_id: "then" });
    const updates = [{ messages: [message], seen: 1 }, [["messages", [message]]] as [string, unknown][]];
    for (const update of updates) {
      const { gate } = gateOf({ tool: () => ({ answer: new Command({ update, goto: "next" }) }) });
      const given: unknown = await answeringFrom(gate, () => look.invoke(call));
      expect(given).toBeInstanceOf(Command);
      expect(given).toMatchObject({ goto: ["next"] });
      expect(JSON.stringify(given)).toContain('"tool_call_id":"now"');
      expect(JSON.stringify(given)).not.toContain("then");
    }
  });

  it.each([null, undefined, "text", { a: [1] }])("gives a recorded value as it is: %o", async (answer) => {
    const { gate } = gateOf({ tool: () => ({ answer }) });
    expect(await answeringFrom(gate, () => look.invoke({ at: 3 }))).toEqual(answer);
  });

  it.each([
    ["a text", "text"],
    ["a value", { a: 1 }],
    ["blocks", [{ type: "text", text: "a" }]],
    ["null", null],
  ])("makes of a function's result what the tool makes of it: %s", async (_, result) => {
    const made = tool(() => result, {
      name: "made",
      description: "",
      schema: z.object({}),
      metadata: { a: 1 },
    });
    const { gate } = gateOf({ tool: () => ({ result }) });
    for (const given of [{ ...call, name: "made", args: {} }, {}]) {
      const live: unknown = await made.invoke(given);
      expect(await answeringFrom(gate, (): Promise<unknown> => made.invoke(given))).toEqual(live);
    }
  });

  it("makes content and artifact of a pair, as the tool does", async () => {
    const fields = {
      name: "pair",
      description: "",
      schema: z.object({}),
      responseFormat: "content_and_artifact",
    } as const;
    const pair = tool(() => ["content", { deep: 1 }], fields);
    const { gate } = gateOf({ tool: () => ({ result: ["content", { deep: 1 }] }) });
    for (const given of [{ ...call, name: "pair", args: {} }, {}]) {
      const live: unknown = await pair.invoke(given);
      expect(await answeringFrom(gate, (): Promise<unknown> => pair.invoke(given))).toEqual(live);
    }
    const wrong = gateOf({ tool: () => ({ result: "no pair" }) });
    await expect(answeringFrom(wrong.gate, () => pair.invoke({}))).rejects.toThrow("a pair");
  });

  it("says itself what is wrong with its arguments, and nobody is asked", async () => {
    const { gate, tools } = gateOf({ tool: () => ({ answer: "recorded" }) });
    await expect(answeringFrom(gate, () => look.invoke({ at: "nowhere" }))).rejects.toThrow("did not match");
    const json = tool(() => "own", {
      name: "json",
      description: "",
      schema: { type: "object", properties: { at: { type: "number" } }, required: ["at"] },
    });
    await expect(answeringFrom(gate, () => json.invoke({}))).rejects.toThrow("did not match");
    expect(tools).toHaveLength(0);
    expect(await answeringFrom(gate, (): Promise<unknown> => json.invoke({ at: 1 }))).toBe("recorded");
  });

  it("asks about a tool of one text as about any other", async () => {
    const say = new DynamicTool({ name: "say", description: "says", func: async (text) => `said ${text}` });
    const { gate, tools } = gateOf();
    expect(await answeringFrom(gate, () => say.invoke("hello"))).toBe("said hello");
    expect(tools).toMatchObject([{ name: "say", args: "hello" }]);
  });

  it("asks about the tools and models that a tool calls", async () => {
    const inner = listing("inner");
    const outer = tool(async () => `${(await inner.invoke("hi")).text}, ${await look.invoke({ at: 1 })}`, {
      name: "outer",
      description: "calls others",
      schema: z.object({}),
    });
    const { gate, tools, models } = gateOf({
      tool: ({ name }) => (name === "look" ? { answer: "recorded" } : undefined),
    });
    expect(await answeringFrom(gate, () => outer.invoke({}))).toBe("inner, recorded");
    expect(tools.map(({ name }) => name)).toEqual(["outer", "look"]);
    expect(models).toHaveLength(1);
  });
});

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
        return { messages: [new AIMessage(chunks.map(({ content }) => content).join(""))] };
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
