import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { afterEach, describe, expect, it } from "vitest";

import { startOpenaiServer, type OpenaiServer, type ServerReply } from "./index.ts";

const opened: OpenaiServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

const serving = async (...args: Parameters<typeof startOpenaiServer>): Promise<OpenaiServer> => {
  const server = await startOpenaiServer(...args);
  opened.push(server);
  return server;
};

const clientOf = ({ baseURL }: OpenaiServer, settings: ConstructorParameters<typeof ChatOpenAI>[0] = {}) =>
  new ChatOpenAI({ model: "any", apiKey: "none", maxRetries: 0, configuration: { baseURL }, ...settings });

const asking = async (reply: ServerReply, settings: ConstructorParameters<typeof ChatOpenAI>[0] = {}) =>
  clientOf(await serving(() => reply), settings).invoke("Which step?");

const shape = { type: "object", properties: { step: { type: "integer" } }, required: ["step"] };

describe("a local server of OpenAI's protocol, called by ChatOpenAI", () => {
  it("answers with text and what it cost", async () => {
    const { text, usage_metadata } = await asking({ content: "the third", usage: { input: 7, output: 2 } });
    expect(text).toBe("the third");
    expect(usage_metadata).toMatchObject({ input_tokens: 7, output_tokens: 2, total_tokens: 9 });
  });

  it.each(["jsonSchema", "functionCalling", "jsonMode"] as const)(
    "answers in the shape required by %s",
    async (method) => {
      const server = await serving(() => ({ json: { step: 3 } }));
      const model = clientOf(server, { model: "gpt-4o-mini" });
      expect(await model.withStructuredOutput(shape, { method }).invoke("Which step?")).toEqual({ step: 3 });
      expect(server.requests).toHaveLength(1);
    },
  );

  it("streams the same text, with its usage", async () => {
    const server = await serving(() => ({
      content: "the third step of all",
      usage: { input: 7, output: 5 },
    }));
    const texts: string[] = [];
    const usages: unknown[] = [];
    for await (const chunk of await clientOf(server).stream("Which step?")) {
      texts.push(chunk.text);
      usages.push(chunk.usage_metadata);
    }
    expect(texts.join("")).toBe("the third step of all");
    expect(texts.length).toBeGreaterThan(2);
    expect(usages.at(-1)).toMatchObject({ output_tokens: 5 });
  });

  it("streams calls of tools", async () => {
    const server = await serving(() => ({ toolCalls: [{ name: "look", args: '{"step":3}' }] }));
    const model = clientOf(server).bindTools([
      { type: "function", function: { name: "look", parameters: shape } },
    ]);
    const calls = [];
    for await (const chunk of await model.stream("Look.")) calls.push(...(chunk.tool_calls ?? []));
    expect(calls).toMatchObject([{ name: "look", args: { step: 3 } }]);
  });

  it("returns the probabilities of tokens on request", async () => {
    const logprobs = [{ token: "yes", logprob: -0.1, top: [{ token: "no", logprob: -2.3 }] }];
    const wanted = await asking({ content: "yes", logprobs }, { logprobs: true, topLogprobs: 2 });
    expect(wanted.response_metadata["logprobs"]).toMatchObject({
      content: [{ token: "yes", logprob: -0.1, top_logprobs: [{ token: "no", logprob: -2.3 }] }],
    });
    const other = await asking({ content: "yes", logprobs });
    expect(other.response_metadata["logprobs"] ?? null).toBeNull();
  });

  it("refuses, says nothing, stops early, and leaves out choices, as told", async () => {
    const refusing = clientOf(await serving(() => ({ refusal: "No." })), { __includeRawResponse: true });
    const { additional_kwargs } = await refusing.invoke("Which step?");
    expect(additional_kwargs["__raw_response"]).toMatchObject({ choices: [{ message: { refusal: "No." } }] });
    expect((await asking({ content: null })).text).toBe("");
    const cut = await asking({ content: '{"step": ', finishReason: "length" });
    expect(cut.response_metadata["finish_reason"]).toBe("length");
    await expect(asking({ fault: "no-choices" })).rejects.toBeInstanceOf(Error);
  });

  it.each([429, 500, 401])("fails with status %i as told", async (status) => {
    await expect(asking({ fault: "status", status, retryAfter: 0 })).rejects.toMatchObject({ status });
  });

  it("sends garbage, cuts connections and hangs, as told", async () => {
    await expect(asking({ fault: "garbage" })).rejects.toBeInstanceOf(SyntaxError);
    await expect(asking({ fault: "reset" })).rejects.toThrow("Connection error");
    await expect(asking({ fault: "hang" }, { timeout: 50 })).rejects.toThrow("timed out");
  });

  it("refuses what it was told not to support", async () => {
    const server = await serving(() => "fine", { unsupported: ["json_object", "temperature"] });
    const inJson = clientOf(server).withStructuredOutput(shape, { method: "jsonMode" });
    await expect(inJson.invoke("Which step?")).rejects.toMatchObject({ status: 400 });
    await expect(clientOf(server, { temperature: 0 }).invoke("?")).rejects.toMatchObject({ status: 400 });
    expect((await clientOf(server).invoke("?")).text).toBe("fine");
  });

  it("embeds texts so that those with words in common lie close together", async () => {
    const { baseURL } = await serving(() => "");
    const embeddings = new OpenAIEmbeddings({ model: "any", apiKey: "none", configuration: { baseURL } });
    const [one, near, far] = await embeddings.embedDocuments(["a red ball", "a red box", "we swim south"]);
    const along = (other: readonly number[] = []) =>
      other.reduce((sum, value, index) => sum + value * (one?.[index] ?? 0), 0);
    expect(along(one)).toBeCloseTo(1);
    expect(along(near)).toBeGreaterThan(along(far));
  });

  it("lists its models", async () => {
    const { baseURL } = await serving(() => "");
    expect(await (await fetch(`${baseURL}/models`)).json()).toMatchObject({ data: [{ id: "any" }] });
  });
});
