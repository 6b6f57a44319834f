import { ChatOpenAI } from "@langchain/openai";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { afterEach, describe, expect, it } from "vitest";

import { everyAttributor } from "./fixtures/every-attributor.ts";
import { labelledFailures } from "./fixtures/labelled-failures.ts";
import { perfectAnswer } from "./fixtures/perfect-judge.ts";
import { startOpenaiServer, type OpenaiServer, type Unsupported } from "./testing/index.ts";

const endpoints: Readonly<Record<string, readonly Unsupported[]>> = {
  "an endpoint that can everything": [],
  "an endpoint of function calls": ["json_schema", "logprobs"],
  "an endpoint of plain text alone": ["json_schema", "json_object", "tools", "logprobs", "temperature"],
};
/** One of several agents, one of a single step, one whose decisive step lies in the middle. */
const failures = labelledFailures.filter(({ id }) => ["pens", "one-breath", "refund"].includes(id));

const servers: OpenaiServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** A chat model at a server whose model knows the label. */
async function knowing(
  trajectory: LabelledTrajectory,
  unsupported: readonly Unsupported[],
): Promise<{ readonly model: ChatOpenAI; readonly server: OpenaiServer }> {
  const server = await startOpenaiServer(
    ({ messages }) => ({
      json: perfectAnswer(messages.map(({ content }) => content).join("\n"), trajectory),
    }),
    { unsupported },
  );
  servers.push(server);
  const configuration = { baseURL: server.baseURL };
  return { server, model: new ChatOpenAI({ model: "any", apiKey: "none", maxRetries: 0, configuration }) };
}

describe.each(Object.entries(endpoints))("through ChatOpenAI, at %s", (_, unsupported) => {
  it.each(Object.entries(everyAttributor))("%s finds the decisive step", async (__, make) => {
    for (const trajectory of failures) {
      const { model, server } = await knowing(trajectory, unsupported);
      const { scores, step, agent, problems, usage } = await make(model).attribute({ trajectory });
      const { decisiveStep, decisiveAgent } = trajectory.label;
      expect({ step, agent, problems }).toEqual({ step: decisiveStep, agent: decisiveAgent, problems: [] });
      expect(scores.indexOf(Math.max(...scores.map((score) => score ?? -1)))).toBe(decisiveStep);
      if (unsupported.length === 0) expect(usage.calls).toBe(server.requests.length);
    }
  });
});
