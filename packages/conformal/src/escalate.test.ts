import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrateThreshold, escalate, nonconformity, predictionSet, seededRandom } from "./index.ts";

const method = "suffix";
const ALPHAS = [0.5, 0.3, 0.1];

function drawFailure(random: () => number) {
  const length = 4 + Math.floor(17 * random());
  const decisive = Math.floor(length * random() ** 1.3);
  const scores = Array.from({ length }, (_, step) => random() * (step === decisive ? 1 : 0.7));
  return { scores, decisive };
}

function thresholdsFrom(count: number, random: () => number, alphas: readonly number[] = ALPHAS) {
  const seen = Array.from({ length: count }, () => {
    const { scores, decisive } = drawFailure(random);
    return nonconformity(scores, { method })[decisive] ?? Number.NaN;
  });
  return alphas.map((alpha) => calibrateThreshold(seen, { method, alpha }));
}

describe("a plan of several retries", () => {
  const TRIALS = 2000;
  const slack = (level: number) => 4 * Math.sqrt((level * (1 - level)) / TRIALS);

  it("reaches the decisive step at one of its stages with probability 1 - alpha_K, with no union bound", () => {
    const random = seededRandom(61);
    const trials = Array.from({ length: TRIALS }, () => {
      const thresholds = thresholdsFrom(19, random);
      const { scores, decisive } = drawFailure(random);
      return { plan: escalate(scores, thresholds), decisive };
    });
    const reached = (upTo: number) =>
      trials.filter(({ plan, decisive }) => plan.stages.slice(0, upTo).some(({ start }) => start <= decisive))
        .length / TRIALS;
    // A union bound over the alphas would promise only 1 - 0.9 in the end.
    for (const [index, alpha] of ALPHAS.entries()) {
      expect(reached(index + 1)).toBeGreaterThan(1 - alpha - slack(1 - alpha));
    }
  });

  it("starts each stage at s_k+1 = min(s_k - 1, start at alpha_k+1), until a restart", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 40 }), (seed, n) => {
        const random = seededRandom(seed);
        const thresholds = thresholdsFrom(n, random);
        const { scores } = drawFailure(random);
        const { stages } = escalate(scores, thresholds);
        for (const [index, { start, alpha }] of stages.entries()) {
          const before = stages[index - 1]?.start ?? Infinity;
          const threshold = thresholds[index];
          if (threshold === undefined) throw new Error("more stages than thresholds");
          expect(alpha).toBe(threshold.alpha);
          expect(start).toBe(Math.min(before - 1, predictionSet(scores, threshold).range.start));
        }
        expect(stages.length === ALPHAS.length || stages.at(-1)?.start === 0).toBe(true);
        expect(stages.slice(0, -1).every(({ start }) => start > 0)).toBe(true);
      }),
    );
  });

  it("always reaches it when the last alpha is 0, a restart", () => {
    const random = seededRandom(62);
    for (let trial = 0; trial < 200; trial += 1) {
      const plan = escalate(drawFailure(random).scores, thresholdsFrom(30, random, [0.2, 0]));
      expect(plan).toMatchObject({ level: 1, guarantee: "exact" });
      expect(plan.stages.at(-1)?.start).toBe(0);
    }
  });

  it("says its levels, in words too", () => {
    const seen = [-2.1, -1.8, -1.7, -1.5, -1.2, -1.1, -0.9, -0.8, -0.6];
    const thresholds = [0.5, 0.2].map((alpha) => calibrateThreshold(seen, { method, alpha }));
    const plan = escalate([0.05, 0.1, 0.7, 0.15], thresholds);
    expect(plan).toMatchObject({
      stages: [
        { start: 2, alpha: 0.5, level: 0.5 },
        { start: 1, alpha: 0.2, level: 0.8 },
      ],
      level: 0.8,
      guarantee: "exact",
      reason: "Go on from step 2, then 1, and in at least 0.8 of runs the last reaches the decisive step.",
    });
    expect(plan.trivial).toBeUndefined();
  });

  it("is a restart, flagged trivial, when labels are too few for the first alpha", () => {
    const thresholds = [0.2, 0].map((alpha) => calibrateThreshold([0.5], { method, alpha }));
    expect(escalate([1, 2, 3], thresholds)).toEqual({
      stages: [{ start: 0, alpha: 0.2, level: 1 }],
      level: 1,
      guarantee: "exact",
      trivial: { reason: "alpha 0.2 needs 4 labelled failures or more, and there are 1", needed: 4 },
      reason:
        "Go on from step 0, which always reaches the decisive step. It is a restart: alpha 0.2 needs 4 labelled failures or more, and there are 1.",
    });
  });

  it("carries on that a step stands in for an empty first set", () => {
    const thresholds = [0.5, 0].map((alpha) => calibrateThreshold([-9, -8, -7], { method, alpha }));
    expect(escalate([1, 1, 2], thresholds).fallback).toContain("stands in");
  });

  it("refuses alphas that do not fall, and thresholds of different calibrations", () => {
    const at = (alpha: number, seen: readonly number[]) => calibrateThreshold(seen, { method, alpha });
    expect(() => escalate([1], [])).toThrow("Expected `thresholds` to hold at least one, got 0.");
    expect(() => escalate([1], [at(0.2, [1]), at(0.2, [1])])).toThrow("of falling alpha, got 0.2 after 0.2.");
    expect(() => escalate([1], [at(0.6, [1, 2]), at(0.2, [1])])).toThrow(
      "Expected `thresholds` from one calibration",
    );
  });
});
