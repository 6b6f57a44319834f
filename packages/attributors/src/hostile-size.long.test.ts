import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { charactersCounted } from "./asking/text/count-tokens.ts";
import { ATTRIBUTORS } from "./attributors.ts";
import { constantAnswer } from "./fixtures/step-judges.ts";
import { scriptedModel } from "./testing/index.ts";

const CONTEXT = 4000;

/** Not tried here. */
const OTHERS: readonly string[] = ["echo", "raffles", "raffles-reasoning", "chief"];

const methods = Object.entries(ATTRIBUTORS).filter(([name]) => !OTHERS.includes(name));

/** Five steps of rare characters without a space, far more of them than a model reads. */
const hostile = (times: number): Trajectory => ({
  id: "hostile",
  task: "Say something.",
  steps: Array.from({ length: 5 }, (_, index) => ({
    index,
    agent: `a${index}`,
    content: "龘鬱(👍🏽".repeat(times),
  })),
});

describe.each(methods)("%s, with texts far beyond what a model can read", (_, methodOf) => {
  it("counts no more of them than the model could read some times over", async () => {
    const workOf = async (times: number): Promise<number> => {
      const before = charactersCounted();
      const method = methodOf({ model: scriptedModel(() => constantAnswer), contextTokens: CONTEXT });
      const evidence = { trajectory: hostile(times) };
      method.estimate(evidence);
      await method.attribute(evidence);
      return charactersCounted() - before;
    };
    const times = 4000;
    const [large, larger] = [await workOf(times), await workOf(4 * times)];
    expect(larger).toBeLessThan(2 * large);
    expect(larger).toBeLessThan(500 * CONTEXT);
  });
});
