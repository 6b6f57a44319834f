import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { ChatOpenAI } from "@langchain/openai";
import { afterEach, describe, expect, it } from "vitest";

import { labelledFailures } from "./fixtures/labelled-failures.ts";
import { askedIn, perfectJson } from "./fixtures/step-judges.ts";
import {
  allAtOnce,
  binarySearch,
  fineTuned,
  hybrid,
  naiveJudge,
  rolePrompted,
  stepByStep,
  toolCaller,
  type Attributor,
} from "./index.ts";
import { startOpenaiServer, type OpenaiServer, type OpenaiServerOptions } from "./testing/index.ts";

const methods: Readonly<Record<string, (model: BaseChatModel) => Attributor>> = {
  "all-at-once": (model) => allAtOnce({ model }),
  "step-by-step": (model) => stepByStep({ model }),
  "binary search": (model) => binarySearch({ model }),
  hybrid: (model) => hybrid({ model }),
  "naive judge": (model) => naiveJudge({ model }),
  "role-prompted": (model) => rolePrompted({ model }),
  "fine-tuned": (model) => fineTuned({ model }),
  "tool-caller": (model) => toolCaller({ model }),
};

const endpoints: Readonly<Record<string, NonNullable<OpenaiServerOptions["unsupported"]>>> = {
  "an endpoint that can everything": [],
  "an endpoint of plain text alone": ["json_schema", "json_object", "tools", "logprobs", "temperature"],
};

const servers: OpenaiServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

describe.each(Object.entries(endpoints))("through ChatOpenAI, at %s", (_, unsupported) => {
  it.each(Object.entries(methods))("%s finds the decisive step", async (__, methodOf) => {
    for (const trajectory of labelledFailures.slice(0, 4)) {
      const server = await startOpenaiServer(
        ({ messages }) => ({
          json: perfectJson(askedIn(messages.map(({ content }) => content).join("\n")), trajectory.label),
        }),
        { unsupported },
      );
      servers.push(server);
      const configuration = { baseURL: server.baseURL };
      const model = new ChatOpenAI({ model: "any", apiKey: "none", maxRetries: 0, configuration });
      const { step, agent, problems } = await methodOf(model).attribute({ trajectory });
      const { decisiveStep, decisiveAgent } = trajectory.label;
      expect({ step, agent, problems }).toEqual({ step: decisiveStep, agent: decisiveAgent, problems: [] });
    }
  });
});
