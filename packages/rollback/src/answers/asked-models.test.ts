import { AIMessage, AIMessageChunk, HumanMessage, type BaseMessage } from "@langchain/core/messages";
import {
  FakeListChatModel,
  FakeLLM,
  FakeStreamingChatModel,
  FakeStreamingLLM,
} from "@langchain/core/utils/testing";
import { describe, expect, it } from "vitest";

import { collected } from "../fixtures/speaking-graph.ts";
import { gateOf, saying } from "../fixtures/gate-for-tests.ts";
import { calling } from "../fixtures/scripted-model.ts";
import { answeringFrom } from "./answering.ts";

const listing = (...responses: string[]) => new FakeListChatModel({ responses });

describe("a chat model inside of a gate", () => {
  const ways: Readonly<Record<string, (model: FakeListChatModel) => Promise<unknown>>> = {
    invoke: async (model) => (await model.invoke("hi")).content,
    "invoke with messages": async (model) => (await model.invoke([["human", "hi"]])).content,
    batch: async (model) => (await model.batch(["hi"])).map(({ text }) => text).join(""),
    generate: async (model) => {
      const { generations } = await model.generate([[new HumanMessage("hi")]]);
      return generations[0]?.[0]?.text;
    },
    stream: async (model) => (await collected(await model.stream("hi"))).map(({ text }) => text).join(""),
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

  it("streams in standard blocks where the model does so, though callbacks were told of other content", async () => {
    const model = new FakeListChatModel({ responses: ["a"], outputVersion: "v1" });
    const [live] = await collected(await model.stream("hi"));
    const { gate } = gateOf({ model: () => ({ messages: [new AIMessageChunk("a")] }) });
    const [given] = await answeringFrom(gate, async () => collected(await model.stream("hi")));
    expect(given?.content).toEqual([{ type: "text", text: "a" }]);
    expect(given?.content).toEqual(live?.content);
    expect(given?.response_metadata).toEqual(live?.response_metadata);
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
