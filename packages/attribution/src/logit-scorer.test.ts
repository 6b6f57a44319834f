import { describe, expect, it } from "vitest";

import { fitLogitScorer, fitPositionScorer } from "./index.ts";
import type { StepScorer } from "./index.ts";
import { sampleTrajectories } from "./testing/index.ts";

const fresh = sampleTrajectories(60, 41);

/** Share of fresh failures whose decisive step has the highest score. */
async function hits(scorer: StepScorer): Promise<number> {
  const found = await Promise.all(
    fresh.map(async (trajectory) => {
      const scores = await scorer.score(trajectory);
      return scores.indexOf(Math.max(...scores)) === trajectory.label.decisiveStep;
    }),
  );
  return found.filter(Boolean).length / fresh.length;
}

describe("fitLogitScorer", () => {
  it("finds slips of arithmetic far better than position alone", async () => {
    const labelled = sampleTrajectories(40, 42);
    expect(await hits(fitLogitScorer(labelled))).toBeGreaterThan(0.9);
    expect(await hits(fitPositionScorer(labelled))).toBeLessThan(0.6);
  });

  it("leaves arithmetic out where it tells nothing", () => {
    const wordless = sampleTrajectories(40, 43).map((trajectory) => ({
      ...trajectory,
      steps: trajectory.steps.map((step) => ({ ...step, content: step.content.replaceAll(/[\d+=]/g, "") })),
    }));
    expect(fitLogitScorer(wordless).model).not.toHaveProperty(
      "features",
      expect.arrayContaining(["wrongClaim"]),
    );
    expect(fitLogitScorer(sampleTrajectories(40, 43)).model).toHaveProperty(
      "features",
      expect.arrayContaining(["wrongClaim"]),
    );
  });

  it("refuses to learn from nothing", () => {
    expect(() => fitLogitScorer([])).toThrow(expect.objectContaining({ code: "NOT_ENOUGH_LABELS" }));
  });
});
