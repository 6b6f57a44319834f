import { describe, expect, it } from "vitest";

import { longFailure } from "./fixtures/long-failure.ts";
import { sharedInput } from "./fixtures/shared-input.ts";
import { perfectModel } from "./fixtures/step-judges.ts";
import { fineTuned, naiveJudge, rolePrompted, stepByStep, type Attributor } from "./index.ts";
import type { ScriptedModel } from "./testing/scripted-model.ts";

const methods: Readonly<Record<string, (model: ScriptedModel) => Attributor>> = {
  "step-by-step": (model) => stepByStep({ model, stop: "never" }),
  "naive judge": (model) => naiveJudge({ model }),
  "role-prompted": (model) => rolePrompted({ model }),
  "fine-tuned": (model) => fineTuned({ model }),
};

const measured = async (
  methodOf: (model: ScriptedModel) => Attributor,
  steps: number,
  words?: number,
): Promise<ReturnType<typeof sharedInput>> => {
  const trajectory = longFailure(steps, 1, words);
  const model = perfectModel(trajectory);
  await methodOf(model).attribute({ trajectory });
  expect(model.calls.length).toBeGreaterThanOrEqual(steps);
  return sharedInput(model.calls);
};

describe.each(Object.entries(methods))("the calls of %s on one trajectory", (_, methodOf) => {
  it.each([
    ["50 steps of 90 words", 50, 90],
    ["9 steps of 90 words", 9, 90],
    ["9 steps of 5 words", 9, 5],
    ["3 steps of 5 words", 3, 5],
  ])("begin alike for nine tenths of their input, with %s", async (__, steps, words) => {
    expect((await measured(methodOf, steps, words)).shared).toBeGreaterThanOrEqual(0.9);
  });

  it("are read again but for the first one, with 50 steps", async () => {
    expect((await measured(methodOf, 50)).cached).toBeGreaterThanOrEqual(0.9);
  });
});

describe("what a prompt cache can save", () => {
  it("is all but one call of naive judges, and all but the longest one of step-by-step, however short the trace", async () => {
    const [naive, steps] = [
      await measured((model) => naiveJudge({ model }), 9),
      await measured((model) => stepByStep({ model, stop: "never" }), 9),
    ];
    expect(naive.cached).toBeGreaterThan(8 / 9 - 0.03);
    expect(naive.cached).toBeLessThan(8 / 9);
    expect(steps.cached).toBeGreaterThan(steps.atMost - 0.05);
    expect(steps.cached).toBeLessThan(steps.atMost);
  });
});
