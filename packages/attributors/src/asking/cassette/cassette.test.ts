import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { afterAll, describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { allAtOnce, stepByStep } from "../../index.ts";
import { type ServerScript, startOpenaiServer } from "../../testing/index.ts";
import type { OpenaiServerOptions } from "../../testing/openai-server.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { cassetteHeader } from "./cassette-format.ts";
import { recordModel } from "./record-model.ts";
import { replayModel } from "./replay-model.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cassette-"));
let files = 0;
const fresh = (): string => path.join(folder, `${(files += 1)}.jsonl`);
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = "sk-secret-0123456789";
const schema = {
  title: "answer",
  type: "object",
  properties: { step: { type: "number" } },
  required: ["step"],
  additionalProperties: false,
};

async function openai(script: ServerScript, options: OpenaiServerOptions = {}) {
  const server = await startOpenaiServer(script, options);
  const configuration = { baseURL: server.baseURL, defaultHeaders: { "x-account": KEY } };
  return { server, model: new ChatOpenAI({ model: "any", apiKey: KEY, maxRetries: 0, configuration }) };
}

describe("a recorded model", () => {
  it("answers as the model does, and goes by its name", async () => {
    const model = scriptedModel(() => "Canberra.", "geographer");
    const recorded = recordModel(model, fresh());
    expect((await recorded.invoke("Capital of Australia?")).text).toBe("Canberra.");
    expect(recorded.getName()).toBe(model.getName());
    expect(recorded.getLsParams()).toEqual(model.getLsParams());
    expect(recorded).toBeInstanceOf(Object.getPrototypeOf(model).constructor);
  });

  it("writes requests and answers, and no key, address or header", async () => {
    const { server, model } = await openai(() => ({ content: "Canberra.", usage: { input: 7, output: 2 } }));
    const file = fresh();
    await recordModel(model, file).invoke([new SystemMessage("Be short."), new HumanMessage("Capital?")]);
    await server.close();
    const text = readFileSync(file, "utf8");
    const [header, entry] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({ model: { provider: "openai", name: "any", kind: "ChatOpenAI" } });
    expect(entry).toMatchObject({
      request: {
        messages: [
          { role: "system", content: "Be short." },
          { role: "human", content: "Capital?" },
        ],
        shape: { way: "text" },
      },
      answer: { content: "Canberra.", usage: { input_tokens: 7, output_tokens: 2 } },
    });
    expect(text).not.toContain(KEY);
    expect(text).not.toContain("127.0.0.1");
  });

  it("never writes over a file", () => {
    const file = fresh();
    writeFileSync(file, "precious");
    expect(() =>
      recordModel(
        scriptedModel(() => ""),
        file,
      ),
    ).toThrow("EEXIST");
    expect(readFileSync(file, "utf8")).toBe("precious");
  });

  it("does not write what may pass: a busy endpoint", async () => {
    const { server, model } = await openai((_, call) =>
      call === 0 ? { fault: "status", status: 429 } : "Now I can.",
    );
    const file = fresh();
    const recorded = recordModel(model, file);
    await expect(recorded.invoke("Can you?")).rejects.toThrow("429");
    await recorded.invoke("Can you?");
    await server.close();
    expect((await replayModel(file).invoke("Can you?")).text).toBe("Now I can.");
  });
});

describe("a replayed model", () => {
  it.each(["jsonSchema", "functionCalling", "jsonMode"] as const)(
    "returns the same message again by way of %s, without the endpoint",
    async (method) => {
      const { server, model } = await openai(() => ({ json: { step: 3 }, usage: { input: 50, output: 5 } }));
      const file = fresh();
      const ask = (asked: Pick<ChatOpenAI, "withStructuredOutput">) =>
        asked
          .withStructuredOutput(schema, { method, name: "answer", includeRaw: true })
          .invoke("Which step? Answer in JSON.");
      const real = await ask(recordModel(model, file));
      await server.close();
      const again = await ask(replayModel(file));
      expect(again.parsed).toEqual({ step: 3 });
      expect(again.raw.content).toEqual(real.raw.content);
      const [one, other] = [real.raw, again.raw].filter((raw) => AIMessage.isInstance(raw));
      expect(other?.tool_calls).toEqual(one?.tool_calls);
      expect(other?.usage_metadata).toMatchObject({ input_tokens: 50, output_tokens: 5, total_tokens: 55 });
      expect(other?.response_metadata["finish_reason"]).toBe(one?.response_metadata["finish_reason"]);
    },
  );

  it("gives a broken call and an answer that was cut off as they were", async () => {
    const replies = [
      { toolCalls: [{ name: "answer", args: '{"step": ' }] },
      { content: '{"st', finishReason: "length" },
    ];
    const { server, model } = await openai((_, call) => replies[call] ?? "");
    const file = fresh();
    const recorded = recordModel(model, file);
    for (const question of ["1", "2"]) await recorded.invoke(question);
    await server.close();
    const replayed = replayModel(file);
    expect(await replayed.invoke("1")).toMatchObject({ invalid_tool_calls: [{ args: '{"step": ' }] });
    expect((await replayed.invoke("2")).response_metadata["finish_reason"]).toBe("length");
  });

  it("gives a refusal and a token's probability as they were", async () => {
    const logprobs = { content: [{ token: "no", logprob: -0.1, top_logprobs: [] }] };
    const additional_kwargs = { refusal: "I would rather not." };
    const said = new AIMessage({ content: "", additional_kwargs, response_metadata: { logprobs, id: KEY } });
    const file = fresh();
    await recordModel(
      scriptedModel(() => said),
      file,
    ).invoke("Will you?");
    const again = await replayModel(file).invoke("Will you?");
    expect(again).toMatchObject({ additional_kwargs, response_metadata: { logprobs } });
    expect(readFileSync(file, "utf8")).not.toContain(KEY);
  });

  it("answers equal questions in the order of the file, then as the last time", async () => {
    const file = fresh();
    const recorded = recordModel(
      scriptedModel((_, call) => `${call}`),
      file,
    );
    for (let call = 0; call < 3; call += 1) await recorded.invoke("How often?");
    const replayed = replayModel(file);
    const answers = [];
    for (let call = 0; call < 4; call += 1) answers.push((await replayed.invoke("How often?")).text);
    expect(answers).toEqual(["0", "1", "2", "2"]);
  });

  it("goes by the name of the model that was recorded", async () => {
    const { server, model } = await openai(() => "");
    const file = fresh();
    recordModel(model, file, { simulated: "answers by rule" });
    await server.close();
    const replayed = replayModel(file);
    expect(replayed.getName()).toBe("ChatOpenAI");
    expect(replayed.getLsParams()).toMatchObject({ ls_provider: "openai", ls_model_name: "any" });
    expect(cassetteHeader(file)).toMatchObject({ simulated: "answers by rule" });
  });

  it("names request, file and remedy for a request that was not recorded", async () => {
    const file = fresh();
    await recordModel(
      scriptedModel(() => "yes"),
      file,
    ).invoke("Known?");
    await expect(replayModel(file).invoke("Unknown?")).rejects.toMatchObject({
      code: "CASSETTE_MISS",
      status: 404,
      file,
      message: expect.stringContaining("record it anew with `recordModel`"),
    });
  });

  it("tells a cassette from other files, by the line", () => {
    const file = fresh();
    recordModel(
      scriptedModel(() => ""),
      file,
    );
    writeFileSync(file, `${readFileSync(file, "utf8")}{"key": 7}\n`);
    expect(() => replayModel(file)).toThrow(expect.objectContaining({ code: "CASSETTE_FORMAT", line: 2 }));
    writeFileSync(file, "{}");
    expect(() => replayModel(file)).toThrow(expect.objectContaining({ code: "CASSETTE_FORMAT", line: 1 }));
  });
});

describe("methods over a cassette", () => {
  it.each([
    [[]],
    [["json_schema"]],
    [["json_schema", "tools"]],
    [["json_schema", "tools", "json_object"]],
  ] as const)("find and cost the same, where the endpoint lacks %j", async (unsupported) => {
    const { server, model } = await openai(
      ({ messages }) => ({
        json: {
          reason: "made up",
          mistake: JSON.stringify(messages).length % 2 === 0,
          probability: 0.4,
          agent: "solver",
          step: 2,
          confidence: 0.7,
        },
      }),
      { unsupported },
    );
    const file = fresh();
    const evidence = labelledFailures.slice(0, 3).map((trajectory) => ({ trajectory }));
    const run = async (asked: ChatOpenAI | ReturnType<typeof replayModel>) => {
      const findings = [];
      for (const method of [allAtOnce({ model: asked }), stepByStep({ model: asked })])
        for (const each of evidence) {
          const { usage, ...finding } = await method.attribute(each);
          findings.push({ fingerprint: method.fingerprint, ...finding, usage: { ...usage, latency: 0 } });
        }
      return findings;
    };
    const real = await run(recordModel(model, file));
    await server.close();
    expect(real[0]).toMatchObject({ step: 1 });
    expect(await run(replayModel(file))).toEqual(real);
  });
});
