import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { askedIn, textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel, type ScriptedModel, type ScriptedReply } from "../../testing/scripted-model.ts";
import { toolCaller } from "./tool-caller.ts";

const refund = labelledFailures.find(({ id }) => id === "refund");
if (refund === undefined) throw new Error("The fixture is missing.");
const evidence = { trajectory: refund };

const inspect = (step: number) => ({ json: { reason: "Look.", action: "inspect", step, confidence: 0.5 } });
const conclude = (step: number, confidence: number) => ({
  json: { reason: "Found.", action: "conclude", step, confidence },
});

/** Model with the planner's answers, call by call, and the examiner's answer on a step, by its number from 1. */
const working = (
  plans: readonly ScriptedReply[],
  verdicts: Readonly<Record<number, number>> = {},
): ScriptedModel => {
  let turn = 0;
  return scriptedModel((messages) => {
    const { kind, step = 0 } = askedIn(textOf(messages));
    if (kind === "plan") return plans[turn++] ?? "I am lost.";
    const probability = verdicts[step];
    if (probability === undefined) return "Hard to say.";
    return { json: { reason: `Examined ${step}.`, mistake: probability > 0.5, probability } };
  });
};

const kindsOf = ({ calls }: ScriptedModel) => calls.map((call) => askedIn(textOf(call)).kind);

describe("toolCaller", () => {
  it("inspects what the planner chooses, tells it what was found, and takes its conclusion", async () => {
    const model = working([inspect(2), inspect(4), conclude(4, 0.7)], { 2: 0.1, 4: 0.9 });
    const { step, agent, reason, scores, usage } = await toolCaller({ model }).attribute(evidence);
    expect({ step, agent, reason }).toEqual({ step: 3, agent: "support", reason: "Found." });
    expect(kindsOf(model)).toEqual(["plan", "verdict", "plan", "verdict", "plan"]);
    expect(usage.calls).toBe(5);
    expect(textOf(model.calls[4] ?? [])).toMatch(
      /<<inspection (\d{9})>>\n\{"step":2,"reason":"Examined 2\.","mistake":false,"probability":0\.1\}\n<<end of inspection \1>>/,
    );
    const expected = [0.5, 0.1, 0.5, 0, 0.5, 0.5].map((weight) => (0.3 * weight) / 2.1);
    scores.forEach((score, index) =>
      expect(score).toBeCloseTo(index === 3 ? 0.7 : (expected[index] ?? -1), 12),
    );
  });

  it("shows the examiner the trace up to the step alone", async () => {
    const model = working([inspect(2), conclude(2, 0.9)], { 2: 0.9 });
    await toolCaller({ model }).attribute(evidence);
    expect(textOf(model.calls[1] ?? [])).toMatch(/^2 /m);
    expect(textOf(model.calls[1] ?? [])).not.toMatch(/^3 /m);
  });

  it("has the planner conclude when its inspections are used up", async () => {
    const model = working([inspect(1), inspect(2), inspect(3), conclude(4, 0.6)], { 1: 0.1, 2: 0.1, 3: 0.1 });
    const { step, usage } = await toolCaller({ model }).attribute(evidence);
    expect(step).toBe(3);
    expect(usage.calls).toBe(7);
    expect(textOf(model.calls[6] ?? [])).toContain("No inspections are left.");
  });

  it("blames the worst inspected step where the planner does not conclude", async () => {
    const model = working([inspect(2), inspect(5), "Hm.", "Hm."], { 2: 0.6, 5: 0.8 });
    const { step, reason, scores, problems } = await toolCaller({ model }).attribute(evidence);
    expect({ step, reason }).toEqual({ step: 4, reason: "Examined 5." });
    expect(scores[4]).toBe(0.8);
    expect(problems[0]).toMatch(/^Planner: /);
  });

  it("blames nobody where the planner does not conclude and every inspected step was found right", async () => {
    const model = working([inspect(2), "Hm.", "Hm."], { 2: 0.4 });
    const { step, scores } = await toolCaller({ model }).attribute(evidence);
    expect(step).toBeUndefined();
    expect(scores[1]).toBeLessThan(scores[0] ?? 0);
  });

  it("gives a step that is blamed with next to no confidence an even share", async () => {
    const { step, scores } = await toolCaller({ model: working([conclude(4, 0.01)]) }).attribute(evidence);
    expect(step).toBe(3);
    for (const score of scores) expect(score).toBeCloseTo(1 / 6, 12);
  });

  it("may find that no step is to blame", async () => {
    const { step, agent, scores } = await toolCaller({ model: working([conclude(0, 0.4)]) }).attribute(
      evidence,
    );
    expect({ step, agent }).toEqual({ step: undefined, agent: undefined });
    for (const score of scores) expect(score).toBeCloseTo(0.1, 12);
  });

  it("continues if the examiner gives no usable answer", async () => {
    const model = working([inspect(2), conclude(4, 0.5)]);
    const { step, problems } = await toolCaller({ model }).attribute(evidence);
    expect(step).toBe(3);
    expect(problems[0]).toMatch(/^Step 2: /);
    expect(textOf(model.calls.at(-1) ?? [])).toContain("The examiner gave no answer.");
  });

  it("has no scores where the planner says nothing of use at all", async () => {
    const { scores, problems } = await toolCaller({ model: working([inspect(99), inspect(99)]) }).attribute(
      evidence,
    );
    expect(scores).toEqual(refund.steps.map(() => undefined));
    expect(problems).toHaveLength(1);
  });

  it("works without inspections", async () => {
    const model = working([conclude(4, 0.5)]);
    const { step, usage } = await toolCaller({ model, maxInspections: 0 }).attribute(evidence);
    expect({ step, calls: usage.calls }).toEqual({ step: 3, calls: 1 });
  });

  it.each([-1, 1.5, NaN])("refuses %d inspections", (maxInspections) => {
    expect(() => toolCaller({ model: working([]), maxInspections })).toThrow(
      `Expected \`maxInspections\` to be a whole number >= 0, got ${maxInspections}.`,
    );
  });
});
