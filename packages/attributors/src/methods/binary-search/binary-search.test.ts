import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { longFailure } from "../../fixtures/long-failure.ts";
import { askedIn, perfectModel, textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel, type ScriptedModel } from "../../testing/scripted-model.ts";
import { binarySearch } from "./binary-search.ts";

const six = labelledFailures.find(({ id }) => id === "refund");
if (six === undefined) throw new Error("The fixture is missing.");

/** The steps that each call showed, first and last. */
const shownTo = ({ calls }: ScriptedModel): readonly (readonly number[])[] =>
  calls.map((call) => {
    const steps = [...textOf(call).matchAll(/^(\d+) /gm)].map(([, step]) => Number(step));
    return [Math.min(...steps), Math.max(...steps)];
  });

const halving = (...halves: readonly object[]) =>
  scriptedModel((_, call) => ({ json: { reason: `Reason ${call + 1}.`, ...halves[call] } }));

describe("binarySearch", () => {
  it("halves the trace down to one step; odd parts have the longer half first", async () => {
    const model = perfectModel(six);
    const { step } = await binarySearch({ model }).attribute({ trajectory: six });
    expect(step).toBe(3);
    expect(shownTo(model)).toEqual([
      [1, 6],
      [4, 6],
      [4, 5],
    ]);
    expect(model.calls.map((call) => askedIn(textOf(call)).middle)).toEqual([3, 5, 4]);
  });

  it.each([1, 2, 3, 7, 8, 100])("takes at most log2 of %i steps, rounded up", async (length) => {
    for (let decisiveStep = 0; decisiveStep < length; decisiveStep += 1) {
      const trajectory = { ...longFailure(length, 2), label: { decisiveStep } };
      const { step, usage } = await binarySearch({ model: perfectModel(trajectory) }).attribute({
        trajectory,
      });
      expect(step).toBe(decisiveStep);
      expect(usage.calls).toBeLessThanOrEqual(Math.ceil(Math.log2(length)));
    }
  });

  it("vouches neither for what a later question leaves out nor for the half that it shows", async () => {
    const model = perfectModel(six);
    await binarySearch({ model }).attribute({ trajectory: six });
    for (const call of model.calls) {
      expect(textOf(call)).toContain("What is not shown has not been found right");
      expect(textOf(call)).not.toMatch(/found to be right|holds the decisive step/);
    }
  });

  it("hands each half its confidence, spread evenly", async () => {
    const model = halving(
      { half: "second", confidence: 0.8 },
      { half: "first", confidence: 0.75 },
      { half: "second", confidence: 1 },
    );
    const { scores, reason } = await binarySearch({ model }).attribute({ trajectory: six });
    const expected = [0.2 / 3, 0.2 / 3, 0.2 / 3, 0, 0.6, 0.2];
    scores.forEach((score, index) => expect(score).toBeCloseTo(expected[index] ?? -1, 12));
    expect(reason).toBe("Reason 3.");
  });

  it("spreads what the last segment has evenly where an answer is missing on the way", async () => {
    const model = halving({ half: "second", confidence: 0.8 }, { half: "neither" });
    const { scores, step, agent, problems } = await binarySearch({ model }).attribute({ trajectory: six });
    const expected = [0.2, 0.2, 0.2, 0.8, 0.8, 0.8].map((mass) => mass / 3);
    scores.forEach((score, index) => expect(score).toBeCloseTo(expected[index] ?? -1, 12));
    expect({ step, agent }).toEqual({ step: undefined, agent: undefined });
    expect(problems[0]).toMatch(/^The search ended early: /);
  });

  it("has no scores where the first answer is missing", async () => {
    const { scores } = await binarySearch({ model: scriptedModel(() => "upper") }).attribute({
      trajectory: six,
    });
    expect(scores).toEqual(six.steps.map(() => undefined));
  });

  it("asks nothing about a trajectory of one step", async () => {
    const trajectory = longFailure(1, 1);
    const { scores, step, usage } = await binarySearch({ model: halving() }).attribute({ trajectory });
    expect({ scores, step, calls: usage.calls }).toEqual({ scores: [1], step: 0, calls: 0 });
  });
});
