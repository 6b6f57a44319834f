import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { startOpenaiServer, type ServerScript, type Unsupported } from "../../testing/index.ts";
import { chief } from "./chief.ts";
import { perfectAnswers, stageOfText, type Stage } from "./fixtures/chief-judge.ts";

const [refund] = labelledFailures.filter(({ id }) => id === "refund");
if (refund === undefined) throw new Error("The fixture is missing.");
const trajectory = refund;
const answers = perfectAnswers(trajectory);

/** Runs CHIEF over HTTP; `broken` is the stage that is answered by half an object. */
async function overHttp(unsupported: readonly Unsupported[], broken?: Stage) {
  const script: ServerScript = ({ messages }) => {
    const stage = stageOfText(JSON.stringify(messages));
    return stage === broken ? '{"steps": [{"step": 4, "rea' : { json: answers[stage] };
  };
  const server = await startOpenaiServer(script, { unsupported });
  const endpoint = { apiKey: "none", configuration: { baseURL: server.baseURL } };
  const model = new ChatOpenAI({ model: "any", ...endpoint });
  const embeddings = new OpenAIEmbeddings({ model: "any", ...endpoint });
  try {
    return await chief({ model, embeddings }).attribute({ trajectory });
  } finally {
    await server.close();
  }
}

describe("chief, over OpenAI's protocol", () => {
  it.each([
    { unsupported: [] },
    { unsupported: ["json_schema"] },
    { unsupported: ["json_schema", "tools", "json_object", "temperature"] },
  ] as const)("finds the decisive step on an endpoint without $unsupported", async ({ unsupported }) => {
    expect(await overHttp(unsupported)).toMatchObject({ step: 3, agent: "support", problems: [] });
  });

  it("goes by the candidates where the screening is cut off twice, and says so", async () => {
    const finding = await overHttp([], "screening");
    expect(finding).toMatchObject({ step: 3, origins: [] });
    expect(finding.problems).toHaveLength(1);
  });
});
