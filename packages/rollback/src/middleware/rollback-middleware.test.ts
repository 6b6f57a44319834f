import { AIMessage } from "@langchain/core/messages";
import { interrupt, MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware, fakeModel, tool, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { addingAgent, danglingToolCalls, isTold } from "../fixtures/adding-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import { isRight, middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { RollbackExhaustedError } from "../index.ts";
import { readCalls, readMiddlewareRecords, rollbackMiddleware } from "./index.ts";

const versions = [{ version: "v1" as const }, { version: "v2" as const }];

describe.each(versions)("rollbackMiddleware alone ($version)", ({ version }) => {
  it("retries a failed run with a note, and recovers", async () => {
    const { agent, asked, model } = middlewareAgent(version, { verify: isRight });
    const { messages, ...rest } = await agent.invoke(question, on("t"));
    expect(asked).toEqual([
      [2, 30],
      [2, 3],
    ]);
    expect(messages.map(({ type }) => type)).toEqual(["human", "human", "ai", "tool", "ai"]);
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(danglingToolCalls(messages)).toEqual([]);
    expect(rest).toEqual({});
    expect(model.calls.map((call) => isTold(call.messages))).toEqual([false, false, true, true]);
    expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([
      { attempt: 1, decision: "roll-back", outcome: { ok: false }, trimmed: { step: 0, redone: 3 } },
      { attempt: 2, decision: "accept", outcome: { ok: true } },
    ]);
  });

  it("trims from the set's first step, and keeps the tool call before it", async () => {
    const { agent, asked } = middlewareAgent(version, {
      verify: ({ attempt }) => attempt === 2,
      calibration: await calibratedAt(2),
    });
    const { messages } = await agent.invoke(question, on("t"));
    expect(asked).toHaveLength(2);
    expect(messages.map(({ type }) => type)).toEqual(["human", "ai", "tool", "human", "ai", "tool", "ai"]);
    expect(danglingToolCalls(messages)).toEqual([]);
    expect((await readMiddlewareRecords(agent, on("t")))[0]).toMatchObject({
      trimmed: { step: 2, kept: 2, redone: 1, promise: { attempt: 1 } },
      undone: [{ index: 2, content: "The sum is 32." }],
    });
  });

  it("goes back to the model's message when the set starts among the tools that it called", async () => {
    const calibration = await calibratedAt(2, version === "v2" ? 4 : 3);
    const { agent } = middlewareAgent(version, { verify: isRight, calibration, alpha: 0.2 }, { calls: 2 });
    const { messages } = await agent.invoke(question, on("t"));
    expect(danglingToolCalls(messages)).toEqual([]);
    const [first] = await readMiddlewareRecords(agent, on("t"));
    // Two calls are two steps of "v2", but one task of "v1".
    expect(first?.attribution?.scores).toHaveLength(version === "v2" ? 4 : 3);
    expect(first?.trimmed?.step).toBe(version === "v2" ? 0 : 2);
  });

  it("stops after `maxRetries`, with the last answer as it is", async () => {
    const { agent, model } = middlewareAgent(version, {
      verify: () => ({ ok: false, reason: "never" }),
      maxRetries: 2,
    });
    const { messages } = await agent.invoke(question, on("t"));
    expect(model.callCount).toBe(6);
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    const records = await readMiddlewareRecords(agent, on("t"));
    expect(records.map(({ decision }) => decision)).toEqual(["roll-back", "roll-back", "give-up"]);
    expect(records[1]?.note).toContain("Attempt 1 before it failed too");
  });

  it("has a budget for each turn of the user's", async () => {
    const { agent } = middlewareAgent(version, { verify: () => false, maxRetries: 1 });
    await agent.invoke(question, on("t"));
    await agent.invoke({ messages: [{ role: "user", content: "And again?" }] }, on("t"));
    const records = await readMiddlewareRecords(agent, on("t"));
    expect(records.map(({ attempt, decision }) => [attempt, decision])).toEqual([
      [1, "roll-back"],
      [2, "give-up"],
      [1, "roll-back"],
      [2, "give-up"],
    ]);
    expect(new Set(records.map(({ run }) => run)).size).toBe(2);
  });

  it('throws when every attempt failed and `onFailure` is "error"', async () => {
    const { agent, events } = middlewareAgent(version, {
      verify: () => false,
      maxRetries: 0,
      onFailure: "error",
    });
    const run = agent.invoke(question, on("t"));
    await expect(run).rejects.toThrow(RollbackExhaustedError);
    await expect(run).rejects.toThrow("maxRetries");
    expect(events).toMatchObject([{ type: "rollback:judged", record: { decision: "give-up" } }]);
  });

  it("leaves the result as it is when the verifier throws, and says so", async () => {
    const verify = () => {
      throw new TypeError("judge broke");
    };
    const { agent, events } = middlewareAgent(version, { verify });
    const { messages } = await agent.invoke(question, on("t"));
    expect(messages.at(-1)?.text).toBe("The sum is 32.");
    const problem = { code: "VERIFIER", message: expect.stringContaining("judge broke") };
    expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([{ decision: "give-up", problem }]);
    expect(events).toMatchObject([{ type: "rollback:problem", problem }, { type: "rollback:judged" }]);
  });

  it("starts the turn over when the scorer fails, and says so", async () => {
    const scorer = { fingerprint: "bad", score: () => Promise.reject(new RangeError("no scores")) };
    const { agent, events } = middlewareAgent(version, { verify: isRight, scorer });
    const { messages } = await agent.invoke(question, on("t"));
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    const problem = { code: "SCORER_FAILED", message: expect.stringContaining("no scores") };
    expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([
      { decision: "roll-back", trimmed: { step: 0 }, problem },
      { decision: "accept" },
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "rollback:problem", problem: expect.objectContaining(problem) }),
    );
  });

  it("leaves the result as it is when the note cannot be written", async () => {
    const replan = () => {
      throw new RangeError("no words");
    };
    const { agent } = middlewareAgent(version, { verify: isRight, replan });
    const { messages } = await agent.invoke(question, on("t"));
    expect(messages.at(-1)?.text).toBe("The sum is 32.");
    expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([
      { outcome: { ok: false }, decision: "give-up", problem: { code: expect.any(String) } },
    ]);
  });

  it("is not altered by a listener that throws", async () => {
    const onEvent = () => {
      throw new Error("listener broke");
    };
    const { agent } = middlewareAgent(version, { verify: isRight, onEvent });
    expect((await agent.invoke(question, on("t"))).messages.at(-1)?.text).toBe("The sum is 5.");
  });

  it("works without a checkpointer and a thread", async () => {
    const { agent } = addingAgent({ version, middleware: [rollbackMiddleware({ verify: isRight })] });
    expect((await agent.invoke(question)).messages.at(-1)?.text).toBe("The sum is 5.");
  });

  it("gives the verifier the input and the output", async () => {
    const runs: unknown[] = [];
    const { agent } = middlewareAgent(version, {
      verify: async ({ input, threadId, attempt, trajectory }) => {
        const { steps, task } = await trajectory();
        runs.push([
          input.messages.map(({ text }) => text),
          threadId,
          attempt,
          task,
          steps.map(({ kind }) => kind),
        ]);
        return attempt === 2;
      },
    });
    await agent.invoke(question, on("t"));
    const text = "How much is 2 + 3?";
    const kinds = ["model", "tool", "model"];
    expect(runs).toEqual([
      [[text], "t", 1, text, kinds],
      [[text], "t", 2, text, kinds],
    ]);
  });
});

describe("rollbackMiddleware among others", () => {
  it.each(["first", "last"])("retries as the %s of several middlewares", async (place) => {
    const hooks: string[] = [];
    const other = (name: string) =>
      createMiddleware({
        name,
        beforeModel: () => void hooks.push(`${name} before`),
        afterModel: () => void hooks.push(`${name} after`),
        afterAgent: () => void hooks.push(`${name} end`),
        wrapModelCall: (request, handler) => handler(request),
        wrapToolCall: (request, handler) => handler(request),
      });
    const own = rollbackMiddleware({ verify: isRight });
    const others = [other("A"), other("B")];
    const middleware = place === "first" ? [own, ...others] : [...others, own];
    const { agent } = addingAgent({ version: "v2", middleware, checkpointer: new MemorySaver() });
    const { messages } = await agent.invoke(question, { ...on("t"), recursionLimit: 50 });
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    // First in the list is last at the end: the others see each attempt's end, or only the last one's.
    expect(hooks.filter((hook) => hook === "A end")).toHaveLength(place === "first" ? 2 : 1);
    // The jump goes to the model itself, past the hooks before it.
    expect(hooks.filter((hook) => hook === "A before")).toHaveLength(3);
    expect((await readCalls(agent, on("t"))).calls).toHaveLength(6);
  });

  it("judges a structured response, and gets a new one from the retry", async () => {
    const respond = (value: number) =>
      new AIMessage({
        content: "",
        tool_calls: [{ type: "tool_call", id: `call-${value}`, name: "extract-1", args: { sum: value } }],
      });
    const schema = z.object({ sum: z.number() }).meta({ title: "extract-1" });
    const strategy = toolStrategy(schema);
    const name = Array.isArray(strategy) ? strategy[0]?.name : "";
    const named = (message: AIMessage) => {
      for (const call of message.tool_calls ?? []) call.name = name ?? "";
      return message;
    };
    const model = fakeModel()
      .respond(named(respond(32)))
      .respond(named(respond(5)));
    const agent = createAgent({
      model,
      tools: [],
      responseFormat: strategy,
      checkpointer: new MemorySaver(),
      middleware: [
        rollbackMiddleware({
          verify: ({ output }) => ({ ok: JSON.stringify(output?.structuredResponse) === '{"sum":5}' }),
        }),
      ],
    });
    const { messages, structuredResponse } = await agent.invoke(question, on("t"));
    expect(structuredResponse).toEqual({ sum: 5 });
    expect(danglingToolCalls(messages)).toEqual([]);
    expect(model.callCount).toBe(2);
  });
});

describe("what passes through rollbackMiddleware", () => {
  const asking = tool(() => String(interrupt("may I?")), {
    name: "ask",
    description: "asks",
    schema: z.object({}),
  });

  it("is an interrupt of a tool, which is no failed call", async () => {
    const model = fakeModel().respondWithTools([{ name: "ask", args: {}, id: "call-1" }]);
    const middleware = [rollbackMiddleware({ verify: () => false })];
    const agent = createAgent({ model, tools: [asking], middleware, checkpointer: new MemorySaver() });
    const paused = await agent.invoke(question, on("t"));
    expect(paused).toMatchObject({ __interrupt__: [{ value: "may I?" }] });
    expect((await readCalls(agent, on("t"))).calls.map(({ kind }) => kind)).toEqual(["model"]);
    expect(await readMiddlewareRecords(agent, on("t"))).toEqual([]);
  });

  it("is an interrupt of the verifier, who may ask a human", async () => {
    const { agent } = middlewareAgent("v2", { verify: () => interrupt("is it right?") === "yes" });
    expect(await agent.invoke(question, on("t"))).toMatchObject({
      __interrupt__: [{ value: "is it right?" }],
    });
  });

  it("is a tool's exception, where the user wants it thrown", async () => {
    const { agent } = middlewareAgent("v2", { toolErrors: "throw" }, { throws: "answered" });
    await expect(agent.invoke(question, on("t"))).rejects.toThrow("cannot add 30");
  });

  it("is an exception of another middleware", async () => {
    const refusing = createMiddleware({
      name: "Refusing",
      wrapToolCall: () => {
        throw new RangeError("not allowed");
      },
    });
    const { agent } = addingAgent({ version: "v2", middleware: [rollbackMiddleware(), refusing] });
    await expect(agent.invoke(question)).rejects.toThrow("not allowed");
  });
});

describe("the options of rollbackMiddleware", () => {
  it.each([{ alpha: 1 }, { maxRetries: -1 }, { maxRetries: 0.5 }, { maxCalls: -1 }])(
    "refuse %o",
    (options) => {
      expect(() => rollbackMiddleware(options)).toThrow(RangeError);
    },
  );
});
