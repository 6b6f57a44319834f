import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { InMemoryCache } from "@langchain/core/caches";
import { tool } from "@langchain/core/tools";
import {
  FakeListChatModel,
  FakeLLM,
  FakeStreamingChatModel,
  FakeStreamingLLM,
} from "@langchain/core/utils/testing";
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { interrupt } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { calling, scriptedModel } from "../fixtures/scripted-model.ts";
import { answerListener } from "./answer-listener.ts";
import { AnswerLog } from "./answer-log.ts";
import { modelKey, toolKey } from "./call-key.ts";
import { readAnswers } from "./read-answers.ts";

/** A listener with what it has recorded. */
function listening(hears = { models: true, tools: true }, signal?: AbortSignal) {
  const saver = new MemorySaver();
  const log = new AnswerLog(saver, { threadId: "t", run: "run", attempt: 2 }, { clock: () => 1_000 });
  const listener = answerListener(log, hears, signal);
  return {
    callbacks: [listener],
    log,
    recorded: async () => {
      expect(await log.close()).toBeUndefined();
      const { answers, unreadable } = await readAnswers(saver, "t", "run");
      expect(unreadable).toBe(0);
      return answers;
    },
  };
}

async function collected<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const fields = { name: "look", description: "looks", schema: z.object({ at: z.number().optional() }) };
const call = { name: "look", args: { at: 1 }, id: "call-1", type: "tool_call" as const };

describe("a model that is heard", () => {
  it("is recorded with its name, the key of what it was asked, and its message", async () => {
    const { callbacks, recorded } = listening();
    const message = new AIMessage({
      content: "said",
      tool_calls: [{ name: "look", args: { at: 1 }, id: "a" }],
      usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
      response_metadata: { model_name: "m", headers: { authorization: "secret" } },
    });
    const { model } = scriptedModel(() => message);
    const given = await model.invoke("hi", { callbacks });
    const [entry, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      version: 1,
      kind: "model",
      name: "FakeBuiltModel",
      key: modelKey([new HumanMessage("hi")]),
      task: { taskId: "", namespace: "", superstep: 0 },
      run: "run",
      attempt: 2,
      at: "1970-01-01T00:00:01.000Z",
      end: "answered",
    });
    const [answer] =
      entry?.kind === "model" && entry.end === "answered" && "messages" in entry.answer
        ? entry.answer.messages
        : [];
    expect(answer).toBeInstanceOf(AIMessage);
    expect(answer).toMatchObject({
      id: given.id,
      content: "said",
      tool_calls: [{ name: "look", args: { at: 1 }, id: "a" }],
      usage_metadata: { total_tokens: 3 },
      response_metadata: { model_name: "m" },
    });
    expect(JSON.stringify(entry)).not.toContain("secret");
  });

  it("is recorded by the name of its run, where it has one", async () => {
    const { callbacks, recorded } = listening();
    await scriptedModel(() => "hm").model.invoke("hi", { callbacks, runName: "planner" });
    expect(await recorded()).toMatchObject([{ name: "planner" }]);
  });

  it("is recorded as the whole message where it streams", async () => {
    const { callbacks, recorded } = listening();
    const model = new FakeStreamingChatModel({ responses: [new AIMessage("streamed")], sleep: 0 });
    await collected(await model.stream("hi", { callbacks }));
    const [entry] = await recorded();
    expect(entry).toMatchObject({ answer: { messages: [{ content: "streamed" }] } });
    expect(entry).toHaveProperty("answer.messages.0", expect.any(AIMessageChunk));
  });

  it("is recorded once a prompt, in their order", async () => {
    const { callbacks, recorded } = listening();
    const { model } = scriptedModel(([message]) => `answer to ${message?.text}`);
    await model.generate([[new HumanMessage("a")], [new HumanMessage("b")]], { callbacks });
    await model.batch(["c", "d"], { callbacks });
    const answers = await recorded();
    expect(answers.map(({ key }) => key)).toEqual(
      ["a", "b", "c", "d"].map((text) => modelKey([new HumanMessage(text)])),
    );
    expect(answers).toMatchObject(
      ["a", "b", "c", "d"].map((text) => ({ answer: { messages: [{ content: `answer to ${text}` }] } })),
    );
    expect(new Set(answers.map(({ order }) => order)).size).toBe(4);
  });

  it("is recorded where LangChain's cache answers for it, too", async () => {
    const { callbacks, recorded } = listening();
    const model = new FakeListChatModel({
      responses: ["first", "second"],
      cache: new InMemoryCache(new Map()),
    });
    await model.invoke("hi", { callbacks });
    await model.invoke("hi", { callbacks });
    expect(await recorded()).toMatchObject(
      ["first", "first"].map((content) => ({ end: "answered", answer: { messages: [{ content }] } })),
    );
  });

  it("is recorded with its error, and again with the answer of its next try", async () => {
    const { callbacks, recorded } = listening();
    const { model } = scriptedModel((_, number) => {
      if (number === 1) throw Object.assign(new RangeError("too many requests"), { name: "RateLimitError" });
      return "said";
    });
    await model.withRetry().invoke("hi", { callbacks });
    expect(await recorded()).toMatchObject([
      { end: "failed", error: { name: "RateLimitError", message: "too many requests" } },
      { end: "answered", answer: { messages: [{ content: "said" }] } },
    ]);
  });

  it("is recorded as open where it is aborted, or nobody reads its stream to the end", async () => {
    const controller = new AbortController();
    const { callbacks, recorded } = listening(undefined, controller.signal);
    const model = new FakeStreamingChatModel({ responses: [new AIMessage("a long text")], sleep: 1 });
    for await (const _ of await model.stream("hi", { callbacks })) break;
    const { signal } = controller;
    const reading = collected(await model.stream("ho", { callbacks, signal }));
    controller.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
    expect(await recorded()).toMatchObject([{ end: "open" }, { end: "open" }]);
  });

  it("is recorded with its text if it is an LLM, streamed or not", async () => {
    const { callbacks, recorded } = listening();
    await new FakeLLM({ response: "said" }).invoke("hi", { callbacks });
    await collected(
      await new FakeStreamingLLM({ responses: ["said"], sleep: 0 }).stream("hi", { callbacks }),
    );
    const entry = { kind: "model", key: modelKey("hi"), end: "answered", answer: { texts: ["said"] } };
    expect(await recorded()).toMatchObject([entry, entry]);
  });

  it("is recorded as it was told, whatever is done to its message later", async () => {
    const { callbacks, recorded } = listening();
    const message = await scriptedModel(() => "said").model.invoke("hi", { callbacks });
    message.content = "altered";
    expect(await recorded()).toMatchObject([{ answer: { messages: [{ content: "said" }] } }]);
  });
});

describe("a tool that is heard", () => {
  it("is recorded with the message that it gives to a tool call", async () => {
    const { callbacks, recorded } = listening();
    const look = tool(() => ["content", { deep: [1] }], {
      ...fields,
      responseFormat: "content_and_artifact",
    });
    await look.invoke(call, { callbacks });
    const [entry] = await recorded();
    expect(entry).toMatchObject({
      kind: "tool",
      name: "look",
      key: toolKey("look", { at: 1 }),
      end: "answered",
      answer: { content: "content", artifact: { deep: [1] }, tool_call_id: "call-1" },
    });
    expect(entry).toHaveProperty("answer", expect.any(ToolMessage));
  });

  it("is recorded with the Command that it gives, which is one again when it is read", async () => {
    const { callbacks, recorded } = listening();
    const message = new ToolMessage({ content: "went", tool_call_id: "call-1" });
    const look = tool(
      () => new Command({ update: { messages: [message] }, goto: "next", graph: Command.PARENT }),
      fields,
    );
    await look.invoke(call, { callbacks });
    const [entry] = await recorded();
    expect(entry).toHaveProperty("answer", expect.any(Command));
    expect(entry).toMatchObject({
      answer: { goto: ["next"], graph: Command.PARENT, update: { messages: [{ content: "went" }] } },
    });
  });

  it.each([[null], [undefined], [""], [0], [false], [{ a: [1, null] }], [[]]])(
    "is recorded with the value %o",
    async (value) => {
      const { callbacks, recorded } = listening();
      await tool(() => value, fields).invoke({}, { callbacks });
      const [entry] = await recorded();
      expect(entry).toMatchObject({ end: "answered" });
      expect(entry).toHaveProperty("answer", value);
    },
  );

  it.each<readonly [string, () => unknown]>([
    ["a date", () => ({ at: new Date(0) })],
    ["a BigInt", () => ({ gas: 1n })],
    ["a function", () => ({ call: () => 1 })],
    [
      "an object of a class",
      () =>
        new (class Point {
          x = 1;
        })(),
    ],
    ["no number", () => [Number.NaN]],
    [
      "a value that holds itself",
      () => {
        const round: Record<string, unknown> = {};
        round["itself"] = round;
        return round;
      },
    ],
  ])("is left out, with a mark, where it gives %s, which no checkpointer gives back", async (_, value) => {
    const { callbacks, recorded } = listening();
    await tool(value, fields).invoke({}, { callbacks });
    const [entry, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ name: "look", end: "left-out" });
    expect(entry).not.toHaveProperty("answer");
  });

  it("is recorded with its error", async () => {
    const { callbacks, recorded } = listening();
    const look = tool(() => {
      throw new TypeError("nothing there");
    }, fields);
    await expect(look.invoke({}, { callbacks })).rejects.toThrow("nothing there");
    expect(await recorded()).toMatchObject([
      { end: "failed", error: { name: "TypeError", message: "nothing there" } },
    ]);
  });

  it("is recorded once where it pauses first, when it is resumed", async () => {
    const { callbacks, recorded } = listening();
    const look = tool(() => `looked ${interrupt("where?")}`, fields);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("call", () => ({ messages: [calling({ name: "look" })] }))
      .addNode("tools", new ToolNode([look]))
      .addEdge(START, "call")
      .addEdge("call", "tools")
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" }, callbacks };
    await graph.invoke({ messages: [] }, config);
    await graph.invoke(new Command({ resume: "there" }), config);
    expect(await recorded()).toMatchObject([{ end: "answered", answer: { content: "looked there" } }]);
  });

  it("is recorded with the task that calls it, and each of several at once by itself", async () => {
    const { callbacks, recorded } = listening();
    const look = tool(({ at }) => `looked at ${at}`, fields);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", async () => {
        await Promise.all([1, 2, 3].map((at) => look.invoke({ at })));
        return {};
      })
      .addEdge(START, "tools")
      .compile();
    await graph.invoke({ messages: [] }, { callbacks });
    const answers = await recorded();
    expect(answers).toMatchObject(
      [1, 2, 3].map((at) => ({ key: toolKey("look", { at }), answer: `looked at ${at}` })),
    );
    for (const { task } of answers) {
      expect(task.superstep).toBe(1);
      expect(task.namespace).toBe(`tools:${task.taskId}`);
    }
  });

  it("is recorded with its result where it streams, also if somebody could not take a chunk", async () => {
    const { callbacks, recorded } = listening();
    const handleToolEvent = (): never => {
      throw new Error("cannot take it");
    };
    const strict = Object.assign(
      { name: "strict", handleToolEvent },
      { raiseError: true, awaitHandlers: true },
    );
    const look = tool(async function* () {
      yield "a part";
      return "the whole";
    }, fields);
    await look.invoke({}, { callbacks: [...callbacks, strict] });
    expect(await recorded()).toMatchObject([{ end: "answered", answer: "the whole" }]);
  });
});

it("only what is to be recorded is heard", async () => {
  const { callbacks, recorded } = listening({ models: false, tools: true });
  await scriptedModel(() => "said").model.invoke("hi", { callbacks });
  await tool(() => "looked", fields).invoke({}, { callbacks });
  expect((await recorded()).map(({ kind }) => kind)).toEqual(["tool"]);
});

it("a call that ends after its attempt stays open", async () => {
  const { callbacks, recorded } = listening();
  let finish = (): void => {};
  const late = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const look = tool(async () => {
    await late;
    return "late";
  }, fields);
  const looking: Promise<unknown> = look.invoke({}, { callbacks });
  await new Promise((resolve) => setTimeout(resolve, 5));
  const before = await recorded();
  finish();
  await looking;
  expect([before, await recorded()]).toMatchObject([[{ end: "open" }], [{ end: "open" }]]);
});
