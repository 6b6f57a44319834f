import { ChatOpenAI } from "@langchain/openai";
import { expect, it } from "vitest";

import { ModelFailedError } from "../errors/model-failed-error.ts";
import { startOpenaiServer, type ServerScript, type Unsupported } from "../testing/index.ts";
import { probeModel } from "./probe-model.ts";

async function probe(script: ServerScript, unsupported: readonly Unsupported[] = []) {
  const server = await startOpenaiServer(script, { unsupported });
  try {
    const model = new ChatOpenAI({
      model: "any",
      apiKey: "none",
      configuration: { baseURL: server.baseURL },
    });
    return { abilities: await probeModel({ model, maxRetries: 0 }), requests: server.requests };
  } finally {
    await server.close();
  }
}

const five: ServerScript = () => ({ json: { sum: 5 } });

it("finds every way of structured output and the probabilities of an endpoint that has them", async () => {
  const { abilities, requests } = await probe(five);
  expect(abilities).toEqual({
    structuredOutput: ["jsonSchema", "functionCalling", "jsonMode", "text"],
    logprobs: true,
  });
  expect(requests).toHaveLength(5);
});

it("leaves out what an endpoint refuses", async () => {
  const { abilities } = await probe(five, ["json_schema", "tools", "logprobs"]);
  expect(abilities).toEqual({ structuredOutput: ["jsonMode", "text"], logprobs: false });
});

it("leaves out what an endpoint takes and does not keep to", async () => {
  const { abilities } = await probe(({ response_format: format }) =>
    format?.type === "json_schema" ? { json: { sum: 5 } } : "Five, I think.",
  );
  expect(abilities).toEqual({ structuredOutput: ["jsonSchema"], logprobs: false });
});

it("throws ModelFailedError where nobody answers, or the key is refused", async () => {
  await expect(probe(() => ({ fault: "reset" }))).rejects.toThrow(ModelFailedError);
  await expect(probe(() => ({ fault: "status", status: 401 }))).rejects.toThrow(ModelFailedError);
});
