import { describe, expect, it } from "vitest";

import { fitLogitScorer, fitPositionScorer, type FittedScorer, type StepScorer } from "../index.ts";
import type { LabelledTrajectory } from "../trajectory/index.ts";
import { featureCache } from "./feature-cache.ts";
import { logitScorer } from "./logit-scorer.ts";
import { sampleTrajectories } from "../testing/index.ts";
import { unsureAtTheMistake } from "../fixtures/unsure-at-the-mistake.ts";

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

const withoutLogprobs = (run: LabelledTrajectory): LabelledTrajectory => ({
  ...run,
  steps: run.steps.map((step) => {
    const { logprobs: _, ...rest } = step;
    return rest;
  }),
});

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

  it("is to the bit what it was before, where no step has log-probabilities", () => {
    expect(fitLogitScorer(sampleTrajectories(40, 42)).fingerprint).toBe("logit-a65bc17d3333ded4");
  });

  it("learns from log-probabilities where steps have them, and its features say so", async () => {
    const labelled = sampleTrajectories(40, 44).map(unsureAtTheMistake);
    const scorer = fitLogitScorer(labelled, { features: featureCache() });
    expect(weightOf(scorer, "surpriseMean")).toBeGreaterThan(0.1);
    const [first] = labelled;
    if (first === undefined || scorer.model?.kind !== "logit") throw new Error("Expected a logit.");
    // With the cache or without, the same features are read.
    expect(await scorer.score(first)).toEqual(await logitScorer(scorer.model).score(first));
    const without = fitLogitScorer(labelled.map(withoutLogprobs));
    expect(without.fingerprint).toBe(fitLogitScorer(sampleTrajectories(40, 44)).fingerprint);
    expect(scorer.fingerprint).not.toBe(without.fingerprint);
    expect(weightOf(without, "surpriseMean")).toBe(0);
  });

  it("scores a run without log-probabilities by its other features", async () => {
    const scorer = fitLogitScorer(sampleTrajectories(40, 44).map(unsureAtTheMistake));
    const [run] = sampleTrajectories(1, 45);
    if (run === undefined) throw new Error("Expected a sample.");
    const scores = await scorer.score(run);
    expect(scores.every(Number.isFinite)).toBe(true);
    expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
  });

  it("refuses to learn from nothing", () => {
    expect(() => fitLogitScorer([])).toThrow(expect.objectContaining({ code: "NOT_ENOUGH_LABELS" }));
  });
});
