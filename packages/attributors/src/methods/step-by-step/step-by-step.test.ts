import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { askedIn, textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel, type ScriptedModel, type ScriptedReply } from "../../testing/scripted-model.ts";
import { stepByStep } from "./step-by-step.ts";

const refund = labelledFailures.find(({ id }) => id === "refund");
if (refund === undefined) throw new Error("The fixture is missing.");
const evidence = { trajectory: refund };

/** Answers of step 3 by `third`; all others are found right. */
const judging = (third: ScriptedReply): ScriptedModel =>
  scriptedModel((messages) =>
    askedIn(textOf(messages)).step === 3
      ? third
      : { json: { reason: "Fine.", mistake: false, probability: 0.2 } },
  );
const guilty = { json: { reason: "Misread.", mistake: true, probability: 0.7 } };

describe("stepByStep", () => {
  it("stops at the first step judged a mistake and lets the steps after it share what is left", async () => {
    const { scores, step, agent, reason, usage } = await stepByStep({ model: judging(guilty) }).attribute(
      evidence,
    );
    expect({ step, agent, reason }).toEqual({ step: 2, agent: "orders", reason: "Misread." });
    expect(usage.calls).toBe(3);
    expect(scores.slice(0, 3)).toEqual([0.2, 0.2, 0.7]);
    for (const score of scores.slice(3)) expect(score).toBeCloseTo(0.1, 12);
  });

  it("asks about every step where it is never to stop, and blames the same one", async () => {
    const { scores, step, usage } = await stepByStep({ model: judging(guilty), stop: "never" }).attribute(
      evidence,
    );
    expect(scores).toEqual([0.2, 0.2, 0.7, 0.2, 0.2, 0.2]);
    expect(step).toBe(2);
    expect(usage.calls).toBe(6);
  });

  it("vouches for no step: those before the one under review may never have been looked at", async () => {
    const model = judging(guilty);
    await stepByStep({ model }).attribute(evidence);
    for (const call of model.calls) {
      expect(textOf(call)).toContain("Those before it may hold mistakes as well");
      expect(textOf(call)).not.toContain("reviewed");
    }
  });

  it("shows no step after the one under review", async () => {
    const model = judging(guilty);
    await stepByStep({ model, stop: "never" }).attribute(evidence);
    const shown = model.calls.map((call) =>
      [...textOf(call).matchAll(/^(\d+) /gm)].map(([, step]) => Number(step)),
    );
    expect(shown.toSorted((a, b) => a.length - b.length)).toEqual(
      refund.steps.map((_, index) => Array.from({ length: index + 1 }, (__, step) => step + 1)),
    );
  });

  it("blames nobody where no step is judged a mistake", async () => {
    const { scores, step, agent } = await stepByStep({
      model: scriptedModel(() => ({ json: { reason: "Fine.", mistake: false, probability: 0.2 } })),
    }).attribute(evidence);
    expect(step).toBeUndefined();
    expect(agent).toBeUndefined();
    expect(scores).toEqual(refund.steps.map(() => 0.2));
  });

  it("holds verdict and probability together", async () => {
    const scoreOf = async (json: object) =>
      (
        await stepByStep({
          model: scriptedModel(() => ({ json: { reason: "", ...json } })),
          stop: "never",
        }).attribute(evidence)
      ).scores[0];
    expect(await scoreOf({ mistake: false, probability: 0.95 })).toBe(0.5);
    expect(await scoreOf({ mistake: true, probability: 0.05 })).toBe(0.5);
  });

  it("continues after an unusable answer, and leaves that step without a score", async () => {
    const { scores, step, problems } = await stepByStep({ model: judging("I'd rather not say.") }).attribute(
      evidence,
    );
    expect(scores).toEqual([0.2, 0.2, undefined, 0.2, 0.2, 0.2]);
    expect(step).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^Step 3: /);
  });
});
