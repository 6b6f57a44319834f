import { attribute, attributeLazily, calibrate, type OneStepScorer } from "@langgraph-rollback/attribution";
import { sampleTrajectories, testStepScorer } from "@langgraph-rollback/attribution/testing";
import { describe, expect, inject, it } from "vitest";

import { askedIn, perfectJson, textOf } from "./fixtures/step-judges.ts";
import { attributorScorer, fineTuned, naiveJudge, stepByStep } from "./index.ts";
import type { StepwiseAttributor } from "./finding/attributor.ts";
import { scriptedModel } from "./testing/index.ts";
import type { ScriptedModel } from "./testing/scripted-model.ts";

/** Suspects the steps that hedge, among which the decisive one often is. */
const guessing = () =>
  scriptedModel((messages) => {
    const text = textOf(messages);
    const asked = askedIn(text);
    const [, said = ""] = new RegExp(`^${asked.step} \\w+\\n(.*)$`, "m").exec(text) ?? [];
    const decisiveStep = said.includes("I assume") ? (asked.step ?? 0) - 1 : -1;
    return { json: perfectJson(asked, { decisiveStep }) };
  });

const methods: Readonly<Record<string, (model: ScriptedModel) => StepwiseAttributor>> = {
  "step-by-step": (model) => stepByStep({ model, stop: "never" }),
  "naive-judge": (model) => naiveJudge({ model }),
  "fine-tuned": (model) => fineTuned({ model }),
};

describe.each(Object.entries(methods))("%s, called for one step", (name, methodOf) => {
  const [trajectory] = sampleTrajectories(1, 5);
  if (trajectory === undefined) throw new Error("There is no sample.");

  it("makes one call", async () => {
    const model = guessing();
    const found = await methodOf(model).attributeStep({ trajectory }, 1);
    expect(model.calls).toHaveLength(1);
    expect(found).toMatchObject({ usage: { calls: 1 }, problems: [] });
  });

  it("says why there is no score where the answer is no use", async () => {
    const found = await methodOf(scriptedModel(() => "Who knows.")).attributeStep({ trajectory }, 1);
    expect(found).toMatchObject({ score: undefined, problems: [expect.stringMatching(/^Step 2: /)] });
  });

  it.each([-1, 0.5, 99])("refuses step %d, which there is not", async (step) => {
    await expect(methodOf(guessing()).attributeStep({ trajectory }, step)).rejects.toThrow(
      `Expected \`step\` to be a whole number in [0, ${trajectory.steps.length}), got ${step}.`,
    );
  });

  it.each(["left", "right"] as const)("is called no further than a set by %s needs", async (method) => {
    const scorer: OneStepScorer = attributorScorer(methodOf(guessing()));
    const calibration = await calibrate(sampleTrajectories(19, 6), { scorer, method, alpha: 0.5 });
    let saved = 0;
    for (const failed of sampleTrajectories(10, 7)) {
      const model = guessing();
      const lazily = await attributeLazily(failed, {
        scorer: attributorScorer(methodOf(model)),
        calibration,
      });
      expect(model.calls).toHaveLength(lazily.nfe);
      expect(lazily.set).toEqual((await attribute(failed, { scorer, calibration })).set);
      saved += failed.steps.length - lazily.nfe;
    }
    expect(saved).toBeGreaterThan(0);
  });

  testStepScorer(
    { describe, it },
    name,
    () => attributorScorer(methodOf(guessing())),
    inject("allRounds") ? 20_000 : 2000,
  );
});

describe("a scorer of one step whose answer is missing", () => {
  it("gives it the mean of the others, as it does where all are scored", async () => {
    const [trajectory] = sampleTrajectories(30, 5).filter(({ steps }) => steps.length > 5);
    if (trajectory === undefined) throw new Error("There is no sample.");
    const model = scriptedModel((messages) => {
      const asked = askedIn(textOf(messages));
      return asked.step === 2 ? "Who knows." : { json: perfectJson(asked, { decisiveStep: 3 }) };
    });
    const scorer = attributorScorer(naiveJudge({ model }));
    expect(await scorer.scoreStep(trajectory, 1)).toBe((await scorer.score(trajectory))[1]);
    await expect(
      attributorScorer(naiveJudge({ model }), { maxMissing: 0 }).scoreStep(trajectory, 1),
    ).rejects.toMatchObject({
      code: "TOO_MANY_MISSING",
    });
  });

  it("does not exist if the method runs until a mistake", () => {
    expect(attributorScorer(stepByStep({ model: guessing() }))).not.toHaveProperty("scoreStep");
  });
});
