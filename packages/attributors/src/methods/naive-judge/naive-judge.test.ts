import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { askedIn, textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel } from "../../testing/scripted-model.ts";
import { naiveJudge } from "./naive-judge.ts";

const pens = labelledFailures.find(({ id }) => id === "pens");
if (pens === undefined) throw new Error("The fixture is missing.");

/** Probability of each step; anything else is returned as it is. */
const stating = (...said: readonly (number | string)[]) =>
  scriptedModel((messages) => {
    const probability = said[(askedIn(textOf(messages)).step ?? 0) - 1];
    return typeof probability === "string" ? probability : { json: { probability } };
  });

describe("naiveJudge", () => {
  it("asks once of each step, showing the whole trace each time", async () => {
    const model = stating(0.1, 0.2, 0.3, 0.4);
    const { usage } = await naiveJudge({ model }).attribute({ trajectory: pens });
    expect(usage.calls).toBe(4);
    expect(new Set(model.calls.map((call) => askedIn(textOf(call)).step))).toEqual(new Set([1, 2, 3, 4]));
    for (const call of model.calls) expect(textOf(call)).toMatch(/^4 checker\n/m);
  });

  it("takes the stated probabilities for scores and blames the first of the highest", async () => {
    const { scores, step, agent } = await naiveJudge({ model: stating(0.1, 0.7, 0.3, 0.7) }).attribute({
      trajectory: pens,
    });
    expect(scores).toEqual([0.1, 0.7, 0.3, 0.7]);
    expect({ step, agent }).toEqual({ step: 1, agent: "solver" });
  });

  it("leaves a step without a score where the answer is no probability", async () => {
    const { scores, step, problems } = await naiveJudge({ model: stating(0.1, "high", 0.3, 0.2) }).attribute({
      trajectory: pens,
    });
    expect(scores).toEqual([0.1, undefined, 0.3, 0.2]);
    expect(step).toBe(2);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^Step 2: /);
  });

  it("blames nobody without any answer", async () => {
    const { scores, step, agent } = await naiveJudge({ model: stating("", "", "", "") }).attribute({
      trajectory: pens,
    });
    expect({ scores, step, agent }).toEqual({
      scores: [undefined, undefined, undefined, undefined],
      step: undefined,
      agent: undefined,
    });
  });
});
