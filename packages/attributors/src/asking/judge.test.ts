import { InMemoryCache } from "@langchain/core/caches";
import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { scriptedModel } from "../testing/index.ts";
import { judgeOf } from "./judge.ts";
import type { Question } from "./question/question.ts";

const question: Question<{ step: number }> = {
  name: "test",
  instructions: "Find the step.",
  evidence: [{ label: "trace", text: '{"step":1,"content":"call me at 555-1234"}' }],
  ask: "Which step?",
  answer: z.object({ step: z.number().describe("Number of the step") }),
  check: ({ step }) => (step === 1 ? { step } : new RangeError(`There is no step ${step}.`)),
};
const right = { json: { step: 1 } };

describe("a judge", () => {
  it("answers in the required shape, and reports the cost", async () => {
    const model = scriptedModel(() => right);
    const answer = await judgeOf({ model }).ask(question);
    expect(answer).toMatchObject({
      status: "answered",
      value: { step: 1 },
      raw: '{"step":1}',
      usage: { calls: 1 },
    });
    expect(answer.usage.inputTokens).toBeGreaterThan(50);
    expect(answer.usage).not.toHaveProperty("cost");
  });

  it("asks once more, saying what was wrong in a frame, and adds up the cost", async () => {
    const model = scriptedModel((_, call) => (call === 0 ? { json: { step: 7 } } : right));
    const answer = await judgeOf({ model }).ask(question);
    expect(answer).toMatchObject({ status: "answered", value: { step: 1 }, usage: { calls: 2 } });
    const [[, before] = [], [, again] = []] = model.calls;
    expect(before?.text).not.toContain("There is no step 7.");
    expect(again?.text).toMatch(/<<problem with your last answer \w+>>\n"There is no step 7\."\n<<end of/);
  });

  it("counts an answer as missing that is no use twice", async () => {
    const model = scriptedModel(() => "It is the third.");
    const answer = await judgeOf({ model }).ask(question);
    expect(answer).toMatchObject({ status: "missing", problem: "The answer is not one JSON object." });
    expect(model.calls).toHaveLength(2);
  });

  it("does without what a reasoning model thought", async () => {
    const model = scriptedModel(() => '<think>{"step": 5} perhaps</think>\n{"step": 1}');
    expect(await judgeOf({ model }).ask(question)).toMatchObject({ value: { step: 1 } });
    const unopened = scriptedModel(() => 'Or {"step": 5}?</think>{"step": 1}');
    expect(await judgeOf({ model: unopened }).ask(question)).toMatchObject({ value: { step: 1 } });
  });

  it("does not trust an answer that was cut off, even if it reads well", async () => {
    const cut = new AIMessage({ content: '{"step": 1}', response_metadata: { finish_reason: "length" } });
    const answer = await judgeOf({ model: scriptedModel(() => cut) }).ask(question);
    expect(answer).toMatchObject({ status: "missing", problem: expect.stringContaining("cut off") });
  });

  it("counts tokens where the endpoint does not", async () => {
    const model = scriptedModel(() => new AIMessage('{"step": 1}'));
    const judge = judgeOf({ model });
    const { usage } = await judge.ask(question);
    expect(usage).toMatchObject({ inputTokens: judge.countTokens(question), outputTokens: 6 });
  });

  it("knows the cost by the user's table of prices", async () => {
    const prices = { tiny: { input: 1_000_000, output: 2_000_000 } };
    const model = scriptedModel(() => right, "tiny");
    const { usage } = await judgeOf({ model, prices }).ask(question);
    expect(usage.cost).toBe(usage.inputTokens + 2 * usage.outputTokens);
  });

  it("asks nothing twice that its cache holds", async () => {
    const model = scriptedModel(() => right);
    const cache = new InMemoryCache();
    const judge = judgeOf({ model, cache });
    await judge.ask(question);
    const again = await judge.ask(question);
    expect(again).toMatchObject({
      value: { step: 1 },
      usage: { calls: 0, inputTokens: 0, outputTokens: 0, latency: 0, cached: 1 },
    });
    await judge.ask({ ...question, temperature: 0.7 });
    await judge.ask({ ...question, ask: "Which step is it?" });
    await judgeOf({ model: scriptedModel(() => right, "other"), cache }).ask(question);
    expect(model.calls).toHaveLength(3);
  });

  it("keeps the probabilities of tokens with an answer, apart from answers without", async () => {
    const told = { content: [{ token: "1", logprob: -0.5, top_logprobs: [{ token: "0", logprob: -1 }] }] };
    const model = scriptedModel(
      () => new AIMessage({ content: '{"step":1}', response_metadata: { logprobs: told } }),
    );
    const judge = judgeOf({ model, cache: new InMemoryCache() });
    await judge.ask({ ...question, logprobs: true });
    expect(await judge.ask({ ...question, logprobs: true })).toMatchObject({
      value: { step: 1 },
      tokens: [{ token: "1", logprob: -0.5, top: [{ token: "0", logprob: -1 }] }],
      usage: { calls: 0, cached: 1 },
    });
    expect(await judge.ask(question)).toMatchObject({ usage: { calls: 1 } });
    expect(await judge.ask(question)).toMatchObject({ tokens: undefined });
  });

  it("caches no unusable answer, and continues without a cache that fails", async () => {
    const cache = new InMemoryCache();
    const sometimes = scriptedModel((_, call) => (call < 2 ? "?" : right));
    const judge = judgeOf({ model: sometimes, cache });
    expect(await judge.ask(question)).toMatchObject({ status: "missing" });
    expect(await judge.ask(question)).toMatchObject({ status: "answered", usage: { calls: 1 } });
    const broken = {
      lookup: () => Promise.reject(new Error("no cache")),
      update: () => Promise.reject(new Error("no cache")),
    };
    const model = scriptedModel(() => right);
    expect(await judgeOf({ model, cache: broken }).ask(question)).toMatchObject({ status: "answered" });
  });

  it("redacts every text before it leaves", async () => {
    const model = scriptedModel(() => right);
    const redact = (text: string) => text.replaceAll(/\d{3}-\d{4}/g, "…");
    await judgeOf({ model, redact }).ask(question);
    expect(model.calls[0]?.[1]?.text).toContain("call me at …");
    expect(model.calls[0]?.[1]?.text).not.toContain("555");
  });

  it("shortens a trace that is too long for the model, and says so", async () => {
    const lines = Array.from({ length: 50 }, (_, step) =>
      JSON.stringify({ step, content: "some words ".repeat(100) }),
    );
    const long = { ...question, evidence: [{ label: "trace", text: lines.join("\n") }] };
    const model = scriptedModel(() => right);
    const judge = judgeOf({ model, contextTokens: 4000 });
    const { usage } = await judge.ask(long);
    expect(usage.shortened).toBe(1);
    expect(judge.countTokens(long)).toBeLessThanOrEqual(3400);
    expect(model.calls[0]?.[1]?.text.match(/"step":/g)?.length).toBeGreaterThanOrEqual(50);
  });

  it("has no more calls open at once than allowed", async () => {
    let open = 0;
    let most = 0;
    const model = scriptedModel(async () => {
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => void setTimeout(resolve, 5));
      open -= 1;
      return right;
    });
    const judge = judgeOf({ model, concurrency: 2 });
    await Promise.all(Array.from({ length: 6 }, () => judge.ask(question)));
    expect(most).toBe(2);
  });

  it("stops at once with the signal's reason, also behind others in the queue", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const model = scriptedModel(() => new Promise(() => {}));
    const judge = judgeOf({ model, concurrency: 1 });
    const asked = [judge.ask(question, controller.signal), judge.ask(question, controller.signal)];
    setTimeout(() => controller.abort(reason), 5);
    const results = await Promise.allSettled(asked);
    expect(results).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
    expect(model.calls).toHaveLength(1);
    await expect(judge.ask(question, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("asks once more where a call takes too long", async () => {
    const model = scriptedModel((_, call) => (call === 0 ? new Promise(() => {}) : right));
    const answer = await judgeOf({ model, timeout: 300 }).ask(question);
    expect(answer).toMatchObject({ status: "answered", usage: { calls: 2 } });
  });

  it("fails typed if the endpoint has never answered", async () => {
    const model = scriptedModel(() => Promise.reject(new Error("connect ECONNREFUSED")), "down");
    await expect(judgeOf({ model }).ask(question)).rejects.toMatchObject({
      code: "MODEL_FAILED",
      message: expect.stringContaining('"scripted:down" does not answer: connect ECONNREFUSED'),
    });
  });

  it("misses single answers where an endpoint fails between others, until it has failed five times in a row", async () => {
    const model = scriptedModel((_, call) => (call === 0 ? right : Promise.reject(new Error("overloaded"))));
    const judge = judgeOf({ model });
    await judge.ask(question);
    for (const _ of [1, 2, 3, 4])
      expect(await judge.ask(question)).toMatchObject({
        status: "missing",
        problem: "The endpoint failed: overloaded",
      });
    await expect(judge.ask(question)).rejects.toMatchObject({ code: "MODEL_FAILED" });
  });

  it("fails typed, and at once, for the name of a model that does not exist", async () => {
    // So many retries, each after a longer pause, would take years.
    const judge = judgeOf({ model: "nobody:nothing", maxRetries: 40 });
    await expect(judge.ask(question)).rejects.toMatchObject({ code: "MODEL_NAME" });
  });
});
