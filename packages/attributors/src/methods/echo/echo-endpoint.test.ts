import { ChatOpenAI } from "@langchain/openai";
import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { startOpenaiServer, type ServerReply } from "../../testing/index.ts";
import { echo } from "./echo.ts";
import type { EchoFinding } from "./echo-finding.ts";
import { perfectly } from "./fixtures/scripted-panel.ts";

const [trajectory] = labelledFailures;
if (trajectory === undefined) throw new Error("There are no fixtures.");
const { label } = trajectory;

const attributed = async (
  script: (call: number) => ServerReply,
): Promise<{ readonly found: EchoFinding; readonly temperatures: readonly (number | undefined)[] }> => {
  const server = await startOpenaiServer((_, call) => script(call));
  try {
    const model = new ChatOpenAI({
      model: "any",
      apiKey: "none",
      maxRetries: 0,
      configuration: { baseURL: server.baseURL },
    });
    const found = await echo({ model, timeout: 60_000 }).attribute({ trajectory });
    return { found, temperatures: server.requests.map(({ temperature }) => temperature) };
  } finally {
    await server.close();
  }
};

describe("ECHO over OpenAI's protocol", () => {
  it("asks each analyst at a temperature of its own", async () => {
    const { found, temperatures } = await attributed(() => ({ json: perfectly(trajectory) }));
    expect(new Set(temperatures)).toEqual(new Set([0.3, 0.6, 0.9]));
    expect(found).toMatchObject({ step: label.decisiveStep, agent: label.decisiveAgent, problems: [] });
    expect(found.usage.inputTokens).toBeGreaterThan(1_000);
  });

  it.each<readonly [string, ServerReply]>([
    ["refuses", { refusal: "No." }],
    ["is cut off", { content: '{"findings": "The', finishReason: "length" }],
    ["says nothing", { content: null }],
    [
      "names a step that does not exist",
      { json: { ...perfectly(trajectory), conclusion: { ...perfectly(trajectory).conclusion, step: 99 } } },
    ],
    [
      "is sure beyond measure",
      {
        json: {
          ...perfectly(trajectory),
          conclusion: { ...perfectly(trajectory).conclusion, confidence: 7 },
        },
      },
    ],
  ])("continues with two analysts if the third %s", async (_, reply) => {
    const { found } = await attributed((call) => (call >= 2 ? reply : { json: perfectly(trajectory) }));
    expect(found.votes).toHaveLength(2);
    expect(found.step).toBe(label.decisiveStep);
    expect(found.problems).toHaveLength(1);
  });
});
