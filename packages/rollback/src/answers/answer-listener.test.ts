import { InMemoryCache } from "@langchain/core/caches";
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  type StandardMessageStructure,
} from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  FakeListChatModel,
  FakeLLM,
  FakeStreamingChatModel,
  FakeStreamingLLM,
} from "@langchain/core/utils/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { collected } from "../fixtures/speaking-graph.ts";
import { listeningToAnswers } from "../fixtures/listening-to-answers.ts";
import { scriptedModel } from "../fixtures/scripted-model.ts";
import { modelKey } from "./call-key.ts";

describe("a model that is heard", () => {
  it("is recorded with its name, the key of what it was asked, and its message", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const message = new AIMessage<StandardMessageStructure>({
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
    const { callbacks, recorded } = listeningToAnswers();
    await scriptedModel(() => "hm").model.invoke("hi", { callbacks, runName: "planner" });
    expect(await recorded()).toMatchObject([{ name: "planner" }]);
  });

  it("is recorded as the whole message where it streams", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const model = new FakeStreamingChatModel({ responses: [new AIMessage("streamed")], sleep: 0 });
    await collected(await model.stream("hi", { callbacks }));
    const [entry] = await recorded();
    expect(entry).toMatchObject({ answer: { messages: [{ content: "streamed" }] } });
    expect(entry).toHaveProperty("answer.messages.0", expect.any(AIMessageChunk));
  });

  it("is recorded once a prompt, in their order", async () => {
    const { callbacks, recorded } = listeningToAnswers();
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
    const { callbacks, recorded } = listeningToAnswers();
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
    const { callbacks, recorded } = listeningToAnswers();
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
    const { callbacks, recorded } = listeningToAnswers(undefined, controller.signal);
    const model = new FakeStreamingChatModel({ responses: [new AIMessage("a long text")], sleep: 1 });
    for await (const _ of await model.stream("hi", { callbacks })) break;
    const { signal } = controller;
    const reading = collected(await model.stream("ho", { callbacks, signal }));
    controller.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
    expect(await recorded()).toMatchObject([{ end: "open" }, { end: "open" }]);
  });

  it("is recorded with its text if it is an LLM, streamed or not", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    await new FakeLLM({ response: "said" }).invoke("hi", { callbacks });
    await collected(
      await new FakeStreamingLLM({ responses: ["said"], sleep: 0 }).stream("hi", { callbacks }),
    );
    const entry = { kind: "model", key: modelKey("hi"), end: "answered", answer: { texts: ["said"] } };
    expect(await recorded()).toMatchObject([entry, entry]);
  });

  it("is recorded as it was told, whatever is done to its message later", async () => {
    const { callbacks, recorded } = listeningToAnswers();
    const message = await scriptedModel(() => "said").model.invoke("hi", { callbacks });
    message.content = "altered";
    expect(await recorded()).toMatchObject([{ answer: { messages: [{ content: "said" }] } }]);
  });
});

const fields = { name: "look", description: "looks", schema: z.object({ at: z.number().optional() }) };

it("only what is to be recorded is heard", async () => {
  const { callbacks, recorded } = listeningToAnswers({ models: false, tools: true });
  await scriptedModel(() => "said").model.invoke("hi", { callbacks });
  await tool(() => "looked", fields).invoke({}, { callbacks });
  expect((await recorded()).map(({ kind }) => kind)).toEqual(["tool"]);
});

it("a call that ends after its attempt stays open", async () => {
  const { callbacks, recorded } = listeningToAnswers();
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
