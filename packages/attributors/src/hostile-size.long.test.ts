import type { Trajectory } from "@langgraph-rollback/trajectory";
import { describe, expect, it } from "vitest";

import { charactersCounted } from "./asking/text/count-tokens.ts";
import { constantAnswer } from "./fixtures/step-judges.ts";
import {
  allAtOnce,
  type Attributor,
  binarySearch,
  fineTuned,
  hybrid,
  jointScorer,
  type JudgeOptions,
  naiveJudge,
  rolePrompted,
  stepByStep,
  toolCaller,
} from "./index.ts";
import { scriptedModel } from "./testing/index.ts";

const CONTEXT = 4000;

const methods: Readonly<Record<string, (options: JudgeOptions) => Attributor>> = {
  joint: jointScorer,
  "all-at-once": allAtOnce,
  "step-by-step": stepByStep,
  "binary-search": binarySearch,
  hybrid,
  "naive-judge": naiveJudge,
  "role-prompted": rolePrompted,
  "fine-tuned": fineTuned,
  "tool-caller": toolCaller,
};

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

describe.each(Object.entries(methods))("%s, with texts far beyond what a model can read", (_, methodOf) => {
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
