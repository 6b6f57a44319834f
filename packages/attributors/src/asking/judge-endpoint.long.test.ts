import { ChatOpenAI } from "@langchain/openai";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { labelProbability } from "../finding/label-probability.ts";
import {
  startOpenaiServer,
  type OpenaiServer,
  type ServerReply,
  type ServerScript,
} from "../testing/index.ts";
import type { OpenaiServerOptions } from "../testing/openai-server.ts";
import { judgeOf } from "./judge.ts";
import type { JudgeOptions } from "./judge-options.ts";
import type { Question } from "./question/question.ts";

const question: Question<{ step: number; score?: number | undefined }> = {
  name: "test",
  instructions: "Find the step.",
  evidence: [{ label: "trace", text: '{"step":1}' }],
  ask: "Which step?",
  answer: z.object({ step: z.number(), score: z.number().min(0).max(1).optional() }),
  check: (said) => (said.step === 1 ? said : new RangeError(`There is no step ${said.step}.`)),
};
const right: ServerReply = { json: { step: 1 } };

const opened: OpenaiServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

const serving = async (script: ServerScript, options: OpenaiServerOptions = {}): Promise<OpenaiServer> => {
  const server = await startOpenaiServer(script, options);
  opened.push(server);
  return server;
};
const judgeAt = (
  { baseURL }: OpenaiServer,
  fields: ConstructorParameters<typeof ChatOpenAI>[0] = {},
  options: Omit<JudgeOptions, "model"> = {},
) =>
  judgeOf({
    model: new ChatOpenAI({
      model: "any",
      apiKey: "none",
      maxRetries: 0,
      configuration: { baseURL },
      ...fields,
    }),
    ...options,
  });

describe("a judge with ChatOpenAI and an endpoint of OpenAI's protocol", () => {
  it("holds the model to a schema, strictly, by default", async () => {
    const server = await serving(() => ({ json: { step: 1, score: null } }));
    const judge = judgeAt(server);
    expect(judge.id).toBe("openai:any");
    const answer = await judge.ask(question);
    expect(answer).toMatchObject({ status: "answered", value: { step: 1 }, usage: { calls: 1 } });
    expect(server.requests[0]).toMatchObject({
      temperature: 0,
      response_format: {
        type: "json_schema",
        json_schema: { strict: true, schema: { required: ["step", "score"], additionalProperties: false } },
      },
    });
  });

  it.each([
    [["json_schema"], "tools"],
    [["json_schema", "tools"], "json_object"],
    [["json_schema", "tools", "json_object"], "text"],
  ] as const)("finds out, without %j, once, that %s works", async (unsupported, works) => {
    const server = await serving(() => right, { unsupported });
    const judge = judgeAt(server);
    const answers = await Promise.all([judge.ask(question), judge.ask(question), judge.ask(question)]);
    expect(answers.map(({ status }) => status)).toEqual(["answered", "answered", "answered"]);
    expect(server.requests).toHaveLength(unsupported.length + 3);
    expect(answers[0]?.usage.calls).toBe(unsupported.length + 1);
    const last = server.requests.at(-1);
    expect(last?.tools === undefined ? (last?.response_format?.type ?? "text") : "tools").toBe(works);
  });

  it("asks in the way that the user wants", async () => {
    const server = await serving(() => right);
    await judgeAt(server, {}, { structuredOutput: "functionCalling" }).ask(question);
    expect(server.requests[0]?.tools).toHaveLength(1);
  });

  it("tries the next way after an answer that was no use", async () => {
    const server = await serving(({ tools }) => (tools === undefined ? "I am not sure." : right));
    expect(await judgeAt(server).ask(question)).toMatchObject({ status: "answered", usage: { calls: 2 } });
  });

  it("gives each question its temperature, unless the model has its own", async () => {
    const server = await serving(() => right);
    const judge = judgeAt(server);
    await judge.ask(question);
    await judge.ask({ ...question, temperature: 0.7 });
    await judgeAt(server, { temperature: 0.3 }).ask(question);
    expect(server.requests.map(({ temperature }) => temperature)).toEqual([0, 0.7, 0.3]);
  });

  it("gives no temperature to a model that refuses one", async () => {
    const server = await serving(() => right, { unsupported: ["temperature"] });
    const judge = judgeAt(server);
    await judge.ask(question);
    await judge.ask(question);
    expect(server.requests.map(({ temperature }) => temperature)).toEqual([0, undefined, undefined]);
  });

  it("asks without what the model refuses, whatever else it refuses, also where calls are under way", async () => {
    const server = await serving(() => right, { unsupported: ["logprobs", "temperature"] });
    const judge = judgeAt(server, {}, { structuredOutput: "text" });
    const asked = { ...question, logprobs: true };
    const answers = await Promise.all([judge.ask(asked), judge.ask(asked), judge.ask(asked)]);
    expect(answers.map(({ status }) => status)).toEqual(["answered", "answered", "answered"]);
    const before = server.requests.length;
    expect(await judge.ask(asked)).toMatchObject({ status: "answered" });
    expect(server.requests.length).toBe(before + 1);
    expect(server.requests.at(-1)).not.toMatchObject({ logprobs: true });
    expect(server.requests.at(-1)?.temperature).toBeUndefined();
  });

  it.each(["Logprobs is not enabled for this model.", "You may not request log_probs from this model."])(
    "knows a refusal of probabilities by what it says: %s",
    async (message) => {
      const server = await serving(({ logprobs }) =>
        logprobs === true ? { fault: "status", status: 403, message } : right,
      );
      expect(await judgeAt(server).ask({ ...question, logprobs: true })).toMatchObject({
        status: "answered",
      });
      expect(server.requests).toHaveLength(2);
    },
  );

  it("makes a model of its name", async () => {
    const server = await serving(() => right);
    vi.stubEnv("OPENAI_API_KEY", "none");
    vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
    const judge = judgeOf({ model: "openai:gpt-4o-mini" });
    expect(await judge.ask({ ...question, temperature: 0.5 })).toMatchObject({ value: { step: 1 } });
    expect(judge.id).toBe("openai:gpt-4o-mini");
    expect(server.requests).toMatchObject([{ model: "gpt-4o-mini", temperature: 0.5 }]);
  });

  it("reads the probability of a label where the endpoint tells it, and does without where it does not", async () => {
    const logprobs = [{ token: "1", logprob: Math.log(0.6), top: [{ token: "0", logprob: Math.log(0.2) }] }];
    const server = await serving(() => ({ json: { step: 1 }, logprobs }));
    const asked = { ...question, logprobs: true };
    const answer = await judgeAt(server).ask(asked);
    const tokens = answer.status === "answered" ? answer.tokens : undefined;
    expect(labelProbability(tokens, "1", ["0", "1"])).toBeCloseTo(0.75);
    expect(labelProbability(undefined, "1", ["0", "1"])).toBeUndefined();
    expect(labelProbability(tokens, "yes", ["yes", "no"])).toBeUndefined();
  });
});

describe("what endpoints do", () => {
  const bad: readonly (readonly [string, ServerReply, string])[] = [
    ["malformed JSON", '{"step": one}', "not one JSON object"],
    ["truncated JSON", { content: '{"step": ', finishReason: "length" }, "cut off"],
    ["a refusal", { refusal: "I cannot." }, "empty"],
    ["no content", { content: null }, "empty"],
    ["a wrong step", { json: { step: 9 } }, "There is no step 9."],
    ["a step counted from 0", { json: { step: 0 } }, "There is no step 0."],
    ["NaN", '{"step": NaN}', "not one JSON object"],
    ["a score out of range", { json: { step: 1, score: 7 } }, "score: "],
    ["a list", "[]", "answer: "],
    ["garbage for a completion", { fault: "garbage" }, "not one JSON object"],
    ["no choices", { fault: "no-choices" }, "empty"],
  ];

  it.each(bad)("%s: asks again, and gets a right answer", async (_, reply) => {
    const server = await serving((_request, call) => (call === 0 ? reply : right));
    expect(await judgeAt(server).ask(question)).toMatchObject({ status: "answered", usage: { calls: 2 } });
  });

  it.each(bad)("%s twice: is missing, with the reason", async (_, reply, problem) => {
    const server = await serving(() => reply);
    const answer = await judgeAt(server, {}, { structuredOutput: "jsonSchema" }).ask(question);
    expect(answer).toMatchObject({ status: "missing", problem: expect.stringContaining(problem) });
    expect(server.requests).toHaveLength(2);
  });

  const failures: readonly (readonly [string, ServerReply])[] = [
    ["429 with Retry-After", { fault: "status", status: 429, retryAfter: 0 }],
    ["500", { fault: "status", status: 500 }],
    ["a connection that is cut", { fault: "reset" }],
  ];

  it.each(failures)("%s: the model retries it", async (_, reply) => {
    const server = await serving((_request, call) => (call === 0 ? reply : right));
    expect(await judgeAt(server, { maxRetries: 1 }).ask(question)).toMatchObject({ status: "answered" });
    expect(server.requests).toHaveLength(2);
  });

  it.each(failures)("%s, between answers: one is missing", async (_, reply) => {
    const server = await serving((_request, call) => (call === 1 ? reply : right));
    const judge = judgeAt(server);
    await judge.ask(question);
    expect(await judge.ask(question)).toMatchObject({ status: "missing", usage: { calls: 1 } });
    expect(await judge.ask(question)).toMatchObject({ status: "answered" });
  });

  it.each([...failures, ["401", { fault: "status", status: 401 }] as const])(
    "%s, always: fails typed",
    async (_, reply) => {
      const server = await serving(() => reply);
      await expect(judgeAt(server).ask(question)).rejects.toMatchObject({ code: "MODEL_FAILED" });
    },
  );

  it("silence: a call is given up in time, and made once more", async () => {
    const server = await serving((_request, call) => (call === 0 ? { fault: "hang" } : right));
    expect(await judgeAt(server, {}, { timeout: 2000 }).ask(question)).toMatchObject({ status: "answered" });
    const silent = await serving(() => ({ fault: "hang" }));
    await expect(judgeAt(silent, {}, { timeout: 50 }).ask(question)).rejects.toMatchObject({
      code: "MODEL_FAILED",
      message: expect.stringContaining("did not answer within 50 ms"),
    });
    await expect.poll(() => silent.open()).toBe(0);
  });

  it("silence: an abort ends it at once, and the request with it", async () => {
    const server = await serving(() => ({ fault: "hang" }));
    const controller = new AbortController();
    const asked = judgeAt(server).ask(question, controller.signal);
    await expect.poll(() => server.open()).toBe(1);
    controller.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
    await expect.poll(() => server.open()).toBe(0);
  });
});
