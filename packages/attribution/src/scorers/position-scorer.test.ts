import { describe, expect, it } from "vitest";

import { constantScorer, fitPositionScorer } from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const [sample] = sampleTrajectories(1, 31);
if (sample === undefined) throw new Error("Expected a sample.");
const labelledAt = (decisiveStep: number) =>
  Array.from({ length: 30 }, () => ({ ...sample, label: { decisiveStep } }));

describe("fitPositionScorer", () => {
  it("suspects the place where errors stood", async () => {
    const last = sample.steps.length - 1;
    for (const decisiveStep of [0, 1, last]) {
      const scores = await fitPositionScorer(labelledAt(decisiveStep)).score(sample);
      expect(scores.indexOf(Math.max(...scores))).toBe(decisiveStep);
      expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 12);
    }
  });

  it("never looks at what a step says", async () => {
    const scorer = fitPositionScorer(labelledAt(1));
    const silent = { ...sample, steps: sample.steps.map(({ index }) => ({ index, agent: "", content: "" })) };
    expect(await scorer.score(silent)).toEqual(await scorer.score(sample));
  });

  it("refuses to learn from nothing", () => {
    expect(() => fitPositionScorer([])).toThrow(expect.objectContaining({ code: "NOT_ENOUGH_LABELS" }));
  });
});

describe("constantScorer", () => {
  it("suspects every step alike", async () => {
    expect(new Set(await constantScorer().score(sample))).toEqual(new Set([1 / sample.steps.length]));
  });
});
