import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { askedIn, textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel, type ScriptedModel } from "../../testing/scripted-model.ts";
import { hybrid } from "./hybrid.ts";

const refund = labelledFailures.find(({ id }) => id === "refund");
if (refund === undefined) throw new Error("The fixture is missing.");
const evidence = { trajectory: refund };

/** Blames "support", who acts in steps 2, 4 and 6; then judges each step by its number, from 1. */
const judging = (guilty: readonly number[], blame: object = {}): ScriptedModel =>
  scriptedModel((messages) => {
    const { kind, step = 0 } = askedIn(textOf(messages));
    if (kind === "blame") {
      return { json: { reason: "First.", agent: "support", step: 2, confidence: 0.7, ...blame } };
    }
    const mistake = guilty.includes(step);
    return { json: { reason: `Step ${step}.`, mistake, probability: mistake ? 0.8 : 0.3 } };
  });

const stepsAskedOf = ({ calls }: ScriptedModel) => calls.flatMap((call) => askedIn(textOf(call)).step ?? []);

describe("hybrid", () => {
  it("reviews the steps of the blamed agent alone, each with all that came before it", async () => {
    const model = judging([]);
    await hybrid({ model }).attribute(evidence);
    expect(stepsAskedOf(model)).toEqual([2, 4, 6]);
    expect(textOf(model.calls[2] ?? [])).toMatch(/^3 orders\n/m);
  });

  it("stops at the agent's first mistake", async () => {
    const model = judging([4, 5]);
    const { step, agent, reason, scores, usage } = await hybrid({ model }).attribute(evidence);
    expect(stepsAskedOf(model)).toEqual([2, 4]);
    expect({ step, agent, reason }).toEqual({ step: 3, agent: "support", reason: "Step 4." });
    expect(usage.calls).toBe(3);
    const expected = [0.1, 0.3, 0.1, 0.8, 0.1, 0.2];
    scores.forEach((score, index) => expect(score).toBeCloseTo(expected[index] ?? -1, 12));
  });

  it("never looks at the mistakes of others", async () => {
    const { step } = await hybrid({ model: judging([1, 3, 6]), stop: "never" }).attribute(evidence);
    expect(step).toBe(5);
  });

  it("falls back to the step of the first answer where none of the agent's is judged a mistake", async () => {
    const { step, reason } = await hybrid({ model: judging([]) }).attribute(evidence);
    expect({ step, reason }).toEqual({ step: 1, reason: "First." });
  });

  it("reviews everybody's steps where the first answer is missing", async () => {
    const model = judging([3], { step: 99 });
    const { step, agent, scores, problems } = await hybrid({ model, stop: "never" }).attribute(evidence);
    expect({ step, agent }).toEqual({ step: 2, agent: "orders" });
    expect(scores).toEqual([0.3, 0.3, 0.8, 0.3, 0.3, 0.3]);
    expect(problems[0]).toMatch(/^Agent: /);
  });
});
