import { describe, expect, it } from "vitest";

import { fitLogitScorer, fitPositionScorer, type FittedScorer, type StepScorer } from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

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

/** Weight of a feature; 0 where the scorer does not look at it. */
function weightOf({ model }: FittedScorer, feature: string): number {
  if (model.kind !== "logit") throw new Error(`Expected a logit, got ${model.kind}.`);
  return model.weights[model.features.indexOf(feature)] ?? 0;
}

describe("fitLogitScorer", () => {
  it("finds slips of arithmetic far better than position alone", async () => {
    const labelled = sampleTrajectories(40, 42);
    expect(await hits(fitLogitScorer(labelled))).toBeGreaterThan(0.9);
    expect(await hits(fitPositionScorer(labelled))).toBeLessThan(0.6);
  });

  it("trusts arithmetic only where it tells something", () => {
    const labelled = sampleTrajectories(40, 43);
    const elsewhere = labelled.map((trajectory, index) => ({
      ...trajectory,
      label: { decisiveStep: index % trajectory.steps.length },
    }));
    expect(weightOf(fitLogitScorer(labelled), "firstWrongClaim")).toBeGreaterThan(0.3);
    expect(Math.abs(weightOf(fitLogitScorer(elsewhere), "firstWrongClaim"))).toBeLessThan(0.03);
  });

  it("refuses to learn from nothing", () => {
    expect(() => fitLogitScorer([])).toThrow(expect.objectContaining({ code: "NOT_ENOUGH_LABELS" }));
  });
});
