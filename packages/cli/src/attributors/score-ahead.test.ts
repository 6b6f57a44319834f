import type { StepScorer } from "@langgraph-rollback/attribution";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { describe, expect, it } from "vitest";
import { scoreAhead } from "./score-ahead.ts";

const trajectories = sampleTrajectories(7, 1);

/** Counts its calls, and how many run at once. */
function counting(fails?: string) {
  const asked: string[] = [];
  let [now, most] = [0, 0];
  const scorer: StepScorer = {
    fingerprint: "counting",
    score: async ({ id, steps }, signal) => {
      asked.push(id);
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      if (id === fails) throw new Error("no answer");
      signal?.throwIfAborted();
      return steps.map((_, index) => 1 / (index + 1));
    },
  };
  return { asked, scorer, most: () => most };
}

describe("scoreAhead", () => {
  it("asks about each trajectory once, so many at once, and then nobody", async () => {
    const { asked, most, scorer } = counting();
    let advanced = 0;
    const ahead = await scoreAhead(scorer, trajectories, { concurrency: 3, advance: () => (advanced += 1) });
    expect(asked).toEqual(trajectories.map(({ id }) => id));
    expect({ advanced, most: most() }).toEqual({ advanced: 7, most: 3 });
    for (const trajectory of trajectories)
      expect(await ahead.score(trajectory)).toEqual(trajectory.steps.map((_, index) => 1 / (index + 1)));
    expect(asked).toHaveLength(7);
    expect(ahead.fingerprint).toBe("counting");
  });

  it("passes other trajectories to the scorer", async () => {
    const { asked, scorer } = counting();
    const ahead = await scoreAhead(scorer, [], { concurrency: 2, advance() {} });
    for (const trajectory of trajectories.slice(0, 1)) await ahead.score(trajectory);
    expect(asked).toHaveLength(1);
  });

  it("stops at the first error", async () => {
    const { asked, scorer } = counting(trajectories[1]?.id);
    const scoring = scoreAhead(scorer, trajectories, { concurrency: 2, advance() {} });
    await expect(scoring).rejects.toThrow("no answer");
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});
