import { describe, expect, it } from "vitest";

import { countTokens } from "../../asking/text/count-tokens.ts";
import { trajectoryTokens } from "../../asking/text/trajectory-tokens.ts";
import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { longFailure } from "../../fixtures/long-failure.ts";
import { perfectModel, textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { allAtOnce } from "./all-at-once.ts";

const refund = labelledFailures.find(({ id }) => id === "refund");
if (refund === undefined) throw new Error("The fixture is missing.");

const answering = (json: object) =>
  allAtOnce({ model: scriptedModel(() => ({ json: { reason: "It was early.", ...json } })) });

describe("allAtOnce", () => {
  it("gives the named step the stated confidence and spreads the rest evenly", async () => {
    const { scores, step, agent, reason, usage } = await answering({
      agent: "support",
      step: 4,
      confidence: 0.6,
    }).attribute({ trajectory: refund });
    expect({ step, agent, reason }).toEqual({ step: 3, agent: "support", reason: "It was early." });
    expect(scores).toEqual([0.08, 0.08, 0.08, 0.6, 0.08, 0.08]);
    expect(usage.calls).toBe(1);
  });

  it("never suspects the named step less than the others", async () => {
    const { scores } = await answering({ agent: "support", step: 4, confidence: 0 }).attribute({
      trajectory: refund,
    });
    for (const score of scores) expect(score).toBeCloseTo(1 / 6, 12);
    expect(Math.max(...scores.map(Number))).toBe(scores[3]);
  });

  it("writes the agent as the trace does, and takes who acted in the step for one that nobody knows", async () => {
    const agentOf = async (agent: string) =>
      (await answering({ agent, step: 4, confidence: 0.6 }).attribute({ trajectory: refund })).agent;
    expect(await agentOf(" Support ")).toBe("support");
    expect(await agentOf("Chief of Staff")).toBe("support");
  });

  it("keeps an agent who did not act in the named step, and says so", async () => {
    const { agent, problems } = await answering({ agent: "payments", step: 4, confidence: 0.6 }).attribute({
      trajectory: refund,
    });
    expect(agent).toBe("payments");
    expect(problems).toEqual(["The blamed agent is not the one who acted in the blamed step."]);
  });

  it.each([0, 7, -1, 2.5])("leaves all scores out where step %d is blamed", async (step) => {
    const found = await answering({ agent: "support", step, confidence: 0.6 }).attribute({
      trajectory: refund,
    });
    expect(found.scores).toEqual(Array.from({ length: 6 }, () => undefined));
    expect(found.step).toBeUndefined();
    expect(found.problems).toHaveLength(1);
  });
});

describe("the trace that allAtOnce shows", () => {
  const shownTo = async (contextTokens: number) => {
    const long = { trajectory: longFailure(40, 1) };
    const model = perfectModel(long.trajectory);
    const { usage, step } = await allAtOnce({ model, contextTokens }).attribute(long);
    expect(step).toBe(long.trajectory.label.decisiveStep);
    return { text: model.calls.map(textOf).join("\n"), usage, own: trajectoryTokens(long.trajectory) };
  };

  it("takes hardly more tokens than the trajectory has", async () => {
    const { text, own } = await shownTo(128_000);
    expect(countTokens(text)).toBeLessThan(own * 1.05 + 600);
    expect(text).toMatch(/^40 [a-z]+\n /m);
  });

  it("is shortened from its middle where the model could not read all of it", async () => {
    const { text, usage } = await shownTo(4000);
    expect(usage.shortened).toBe(1);
    expect(countTokens(text)).toBeLessThan(4000);
    expect(text).toMatch(/^1 [a-z]+\n /m);
    expect(text).toMatch(/^40 [a-z]+\n /m);
    expect(text).toMatch(/^20 [a-z]+\n .* \[…\] /m);
  });
});
