import { AIMessage, isToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, fakeModel, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { addingAgent } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { readCalls, rollbackMiddleware } from "./index.ts";

describe("the calls that rollbackMiddleware records", () => {
  it("have latency, tokens and errors, and survive in the state", async () => {
    let now = 1000;
    const clock = () => (now += 5);
    const broken = tool(() => Promise.reject(new RangeError("cannot add")), {
      name: "add",
      description: "adds",
      schema: z.object({}),
    });
    const done = Object.assign(
      new AIMessage({ content: "done", response_metadata: { model_name: "fake-1" } }),
      {
        usage_metadata: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
      },
    );
    const model = fakeModel()
      .respondWithTools([{ name: "add", args: {}, id: "call-1" }])
      .respond(done);
    const checkpointer = new MemorySaver();
    const middleware = [rollbackMiddleware({ clock })];
    const agent = createAgent({ model, tools: [broken], middleware, checkpointer });
    const { messages, ...rest } = await agent.invoke(question, on("t"));
    expect(rest).toEqual({});
    const answer = messages.find(isToolMessage);
    expect(answer).toMatchObject({
      status: "error",
      content: expect.stringContaining("Please fix your mistakes"),
    });
    const { calls, dropped } = await readCalls(agent, on("t"));
    expect(dropped).toBe(0);
    expect(calls).toMatchObject([
      { kind: "model", start: 1005, latency: 5 },
      { kind: "tool", name: "add", message: "call-1", latency: 5, error: { name: "RangeError" } },
      { kind: "model", name: "fake-1", tokens: { input: 7, output: 3, total: 10 } },
    ]);
    expect(JSON.parse(JSON.stringify(calls))).toEqual(calls);
    expect(
      await readCalls(createAgent({ model, tools: [broken], middleware, checkpointer }), on("t")),
    ).toEqual({
      calls,
      dropped,
    });
  });

  it("are bounded, the oldest go first", async () => {
    const { agent } = middlewareAgent("v2", { verify: () => false, maxCalls: 4, maxRetries: 2 });
    await agent.invoke(question, on("t"));
    const { calls, dropped } = await readCalls(agent, on("t"));
    expect(calls.map(({ kind }) => kind)).toEqual(["model", "model", "tool", "model"]);
    expect(dropped).toBe(5);
  });

  it("change neither what the model sees nor what the agent answers", async () => {
    const plain = addingAgent({ version: "v2" });
    const recorded = addingAgent({ version: "v2", middleware: [rollbackMiddleware()] });
    const texts = async ({ agent }: typeof plain) =>
      (await agent.invoke(question)).messages.map(({ text }) => text);
    expect(await texts(recorded)).toEqual(await texts(plain));
    const seen = ({ model }: typeof plain) =>
      model.calls.map(({ messages }) => messages.map(({ text }) => text));
    expect(seen(recorded)).toEqual(seen(plain));
  });

  it("are timed by the machine's clock when the given one breaks", async () => {
    const clock = () => {
      throw new Error("clock broke");
    };
    const { agent } = middlewareAgent("v2", { clock });
    expect((await agent.invoke(question, on("t"))).messages.at(-1)?.text).toBe("The sum is 32.");
    const { calls } = await readCalls(agent, on("t"));
    expect(calls.length).toBeGreaterThan(0);
    for (const { start, latency } of calls) expect([start, latency].every(Number.isFinite)).toBe(true);
  });
});
