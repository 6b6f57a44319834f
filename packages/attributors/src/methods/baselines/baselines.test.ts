import { fitPositionScorer } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { longFailure } from "../../fixtures/long-failure.ts";
import { positionAttributor } from "./position-attributor.ts";
import { randomAttributor } from "./random-attributor.ts";

describe("randomAttributor", () => {
  const trajectory = longFailure(8, 1);

  it("depends on the seed and on the trajectory's id, not on what it says", async () => {
    const scoresOf = async (seed: number, id: string, task = "") =>
      (await randomAttributor(seed).attribute({ trajectory: { ...trajectory, id, task } })).scores;
    expect(await scoresOf(1, "a")).toEqual(await scoresOf(1, "a", "another task"));
    expect(await scoresOf(1, "a")).not.toEqual(await scoresOf(2, "a"));
    expect(await scoresOf(1, "a")).not.toEqual(await scoresOf(1, "b"));
  });

  it("blames each step about equally often, and the agent who acted in it", async () => {
    const counts = trajectory.steps.map(() => 0);
    for (let seed = 0; seed < 4000; seed += 1) {
      const { step = -1, agent } = await randomAttributor(seed).attribute({ trajectory });
      expect(agent).toBe(trajectory.steps[step]?.agent);
      counts[step] = (counts[step] ?? 0) + 1;
    }
    // 500 each; four standard deviations of a binomial are 84.
    for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(84);
  });

  it("refuses a seed that is no integer", () => {
    expect(() => randomAttributor(0.5)).toThrow(RangeError);
  });
});

describe("positionAttributor", () => {
  it("scores as the position scorer fitted on the same failures", async () => {
    const [trajectory = longFailure(3, 1)] = labelledFailures;
    const { scores, usage } = await positionAttributor(labelledFailures).attribute({ trajectory });
    expect(scores).toEqual(await fitPositionScorer(labelledFailures).score(trajectory));
    expect(usage.calls).toBe(0);
  });

  it("blames the last step of runs where the last one was always to blame", async () => {
    const late = Array.from({ length: 30 }, (_, seed) => ({
      ...longFailure(6, seed),
      label: { decisiveStep: 5 },
    }));
    const { step } = await positionAttributor(late).attribute({ trajectory: longFailure(6, 99) });
    expect(step).toBe(5);
  });

  it("refuses to learn from nothing", () => {
    expect(() => positionAttributor([])).toThrow("position scorer");
  });
});
