import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calibrateThreshold,
  nonconformity,
  type PredictionSet,
  predictionSet,
  type Threshold,
} from "./index.ts";
import type { ConformalOptions } from "./conformal-options.ts";
import { contiguousMethods, everyMethod, titled } from "./fixtures/every-method.ts";

const stepScores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
/** Few values, hence ties within and between trajectories, zeros and ones. */
const coarseScores = fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 1, maxLength: 8 });
const anyScores = fc.oneof(stepScores, coarseScores);
const calibrationSet = fc.array(fc.tuple(anyScores, fc.nat()), { maxLength: 30 });
const percent = fc.integer({ min: 0, max: 99 });

type Labelled = readonly (readonly [scores: readonly number[], seed: number])[];

function calibrated(labelled: Labelled, options: ConformalOptions, alpha: number): Threshold {
  const atLabel = labelled.map(
    ([scores, seed]) => nonconformity(scores, options)[seed % scores.length] ?? Number.NaN,
  );
  return withDraw(calibrateThreshold(atLabel, { ...options, alpha }), options);
}

/** `calibrateThreshold` does not keep the draw, which belongs to one trajectory. */
function withDraw(threshold: Threshold, { draw }: ConformalOptions): Threshold {
  return draw === undefined ? threshold : { ...threshold, draw };
}

/** A finite threshold at will: one of four calibration scores, at alpha 0.2. */
function thresholdAt(value: number, options: ConformalOptions): Threshold {
  return withDraw(calibrateThreshold([value, value, value, value], { ...options, alpha: 0.2 }), options);
}

describe.each(titled(everyMethod))("predictionSet by $title", ({ options }) => {
  const forAny = (check: (set: PredictionSet) => void) =>
    fc.assert(
      fc.property(calibrationSet, anyScores, percent, (labelled, scores, alpha) => {
        check(predictionSet(scores, calibrated(labelled, options, alpha / 100)));
      }),
    );

  it("holds exactly the steps at or below the threshold, ties included", () => {
    fc.assert(
      fc.property(anyScores, fc.nat(), (scores, seed) => {
        const values = nonconformity(scores, options);
        // The threshold is the value of one of the steps, so that it passes, and others may or may not.
        const value = values[seed % values.length] ?? Number.NaN;
        const { steps, fallback } = predictionSet(scores, thresholdAt(value, options));
        expect(steps).toEqual(values.flatMap((each, step) => (each <= value ? [step] : [])));
        expect(fallback).toBeUndefined();
      }),
    );
  });

  it("holds every step where there are too few labels for a threshold", () => {
    fc.assert(
      fc.property(anyScores, (scores) => {
        const set = predictionSet(scores, calibrated([[[1], 0]], options, 0.2));
        expect(set.steps).toEqual(scores.map((_, step) => step));
        expect(set.trivial?.needed).toBe(4);
      }),
    );
  });

  it("is never empty, and its range is its hull", () =>
    forAny(({ steps, range }) => {
      expect(steps.length).toBeGreaterThan(0);
      expect(range).toEqual({ start: steps[0], end: steps.at(-1) });
    }));

  it("falls back on a step of the least nonconformity where no step is at or below the threshold", () => {
    fc.assert(
      fc.property(anyScores, (scores) => {
        const least = Math.min(...nonconformity(scores, options));
        const { steps, fallback } = predictionSet(scores, thresholdAt(least - 1, options));
        expect(steps.map((step) => nonconformity(scores, options)[step])).toEqual([least]);
        expect(fallback).toContain("no step is at or below the threshold");
      }),
    );
  });

  it("a smaller alpha never drops a step", () => {
    fc.assert(
      fc.property(calibrationSet, anyScores, percent, percent, (labelled, scores, a, b) => {
        const setAt = (alpha: number) =>
          predictionSet(scores, calibrated(labelled, options, alpha / 100)).steps;
        expect(setAt(Math.min(a, b))).toEqual(expect.arrayContaining([...setAt(Math.max(a, b))]));
      }),
    );
  });

  it("does not depend on the order of the calibration set", () => {
    const shuffled = calibrationSet.chain((labelled) =>
      fc.tuple(fc.constant(labelled), fc.shuffledSubarray(labelled, { minLength: labelled.length })),
    );
    fc.assert(
      fc.property(shuffled, anyScores, percent, ([labelled, other], scores, alpha) => {
        const set = predictionSet(scores, calibrated(labelled, options, alpha / 100));
        expect(predictionSet(scores, calibrated(other, options, alpha / 100))).toEqual(set);
      }),
    );
  });

  it("is every step, flagged with the n needed, when n is too small for alpha", () => {
    const threshold = withDraw(calibrateThreshold([0, 0, 0, 0], { ...options, alpha: 0.1 }), options);
    expect(predictionSet([0.1, 0.7, 0.2], threshold)).toEqual({
      steps: [0, 1, 2],
      range: { start: 0, end: 2 },
      level: 1,
      guarantee: "exact",
      trivial: { reason: "alpha 0.1 needs 9 labelled failures or more, and there are 4", needed: 9 },
      reason: "Every step is in the set: alpha 0.1 needs 9 labelled failures or more, and there are 4.",
    });
  });

  it("is every step without any labelled failure", () => {
    const set = predictionSet([0, 1], calibrated([], options, 0.2));
    expect(set.steps).toEqual([0, 1]);
    expect(set.trivial?.needed).toBe(4);
  });

  it("is every step at alpha 0, by request and so not flagged", () => {
    expect(predictionSet([0, 1], calibrated([[[0.5], 0]], options, 0))).toEqual({
      steps: [0, 1],
      range: { start: 0, end: 1 },
      level: 1,
      guarantee: "exact",
      reason: "Every step is in the set, as alpha 0 asks.",
    });
  });

  it("is the only step of a run of one, whatever the threshold", () => {
    expect(predictionSet([0.5], thresholdAt(-1000, options)).steps).toEqual([0]);
    expect(predictionSet([0.5], thresholdAt(1000, options)).steps).toEqual([0]);
  });

  it.each([0, 0.3, 1])("takes constant scores of %d", (score) => {
    const scores = [score, score, score, score];
    expect(predictionSet(scores, thresholdAt(1000, options)).steps).toEqual([0, 1, 2, 3]);
    expect(predictionSet(scores, thresholdAt(-1000, options)).steps).toHaveLength(1);
  });

  it("bounds a run of 10,000 steps", () => {
    const scores = Array.from({ length: 10_000 }, (_, step) => 1 / (1 + Math.abs(step - 6_000)));
    const values = nonconformity(scores, options);
    const set = predictionSet(scores, thresholdAt(values[6_000] ?? Number.NaN, options));
    const bound = values[6_000] ?? Number.NaN;
    expect(set.steps).toEqual(values.flatMap((value, step) => (value <= bound ? [step] : [])));
    expect(set.steps).toContain(6_000);
  });

  it("refuses scores that are none", () => {
    const threshold = thresholdAt(0, options);
    expect(() => predictionSet([], threshold)).toThrow(RangeError);
    expect(() => predictionSet([Number.NaN], threshold)).toThrow(RangeError);
  });
});

describe.each(titled(contiguousMethods))("predictionSet by $title", ({ options }) => {
  it("is a range without gaps", () => {
    fc.assert(
      fc.property(calibrationSet, anyScores, percent, (labelled, scores, alpha) => {
        const { steps, range } = predictionSet(scores, calibrated(labelled, options, alpha / 100));
        expect(steps).toHaveLength(range.end - range.start + 1);
      }),
    );
  });
});

describe("shape of the set", () => {
  it.each(["left", "suffix"] as const)("%s ends at the last step", (method) => {
    fc.assert(
      fc.property(calibrationSet, anyScores, percent, (labelled, scores, alpha) => {
        expect(predictionSet(scores, calibrated(labelled, { method }, alpha / 100)).range.end).toBe(
          scores.length - 1,
        );
      }),
    );
  });

  it.each(["right", "prefix"] as const)("%s starts at the first step", (method) => {
    fc.assert(
      fc.property(calibrationSet, anyScores, percent, (labelled, scores, alpha) => {
        expect(predictionSet(scores, calibrated(labelled, { method }, alpha / 100)).range.start).toBe(0);
      }),
    );
  });
});

describe("fallback", () => {
  it.each([
    ["vanilla", 2],
    ["left", 4],
    ["right", 0],
    ["two-way", 2],
    ["interval", 2],
    ["suffix", 4],
    ["prefix", 0],
  ] as const)("of %s is step %i, which all its larger sets hold", (method, step) => {
    expect(predictionSet([0.1, 0.2, 0.5, 0.15, 0.05], thresholdAt(-1000, { method })).steps).toEqual([step]);
  });

  it("keeps the level, since a step more cannot lose coverage", () => {
    expect(predictionSet([0.5, 0.5], thresholdAt(-2, { method: "interval" }))).toEqual({
      steps: [0],
      range: { start: 0, end: 0 },
      level: 0.8,
      guarantee: "exact",
      fallback: "no step is at or below the threshold -2; step 1, the closest, stands in",
      reason:
        "Step 1 alone, by interval at alpha 0.2 from 4 labelled failures: at least 4 in 5 such sets are promised to contain the decisive step. Here no step is at or below the threshold -2; step 1, the closest, stands in, which can only add coverage.",
    });
  });
});

describe("reason", () => {
  const reason = (scores: readonly number[], value: number, options: ConformalOptions) =>
    predictionSet(scores, thresholdAt(value, options)).reason;

  it("names the range and the share of sets that hold the decisive step", () => {
    expect(reason([0.1, 0.1, 0.4, 0.4], -1.5, { method: "suffix" })).toBe(
      "Steps 3 to 4, by suffix at alpha 0.2 from 4 labelled failures: at least 4 in 5 such sets are promised to contain the decisive step.",
    );
  });

  it("counts the steps of a set with gaps", () => {
    expect(reason([0.4, 0.2, 0.4], 0.7, { method: "vanilla" })).toMatch(/^2 steps from 1 to 3, by vanilla/);
  });

  it("names a single step", () => {
    expect(reason([0.1, 0.8, 0.1], 0.5, { method: "vanilla" })).toMatch(/^Step 2 alone, by vanilla/);
  });
});

describe("threshold", () => {
  const threshold = calibrateThreshold([0.1, 0.2, 0.3, 0.4], { method: "left", alpha: 0.2 });

  it.each([
    [{ alpha: 1.2 }, "Expected `alpha` in [0, 1), got 1.2."],
    [{ n: -1 }, "Expected `threshold.n` to be a whole number >= 0, got -1."],
    [{ rank: 0 }, "Expected `threshold.rank` in [1, 5] for n = 4, got 0."],
    [{ rank: 6 }, "Expected `threshold.rank` in [1, 5] for n = 4, got 6."],
    [{ value: Number.NaN }, "Expected `threshold.value` to be finite at rank 4 of 4, got NaN."],
    [{ value: Infinity }, "Expected `threshold.value` to be finite at rank 4 of 4, got Infinity."],
    [{ rank: 5 }, "Expected `threshold.value` to be Infinity at rank 5 of 4, got 0.4."],
  ])("is refused with %j", (change, message) => {
    expect(() => predictionSet([0.5], { ...threshold, ...change })).toThrow(new RangeError(message));
  });

  it("is refused when it lost its infinity in JSON", () => {
    const stored = JSON.stringify(calibrateThreshold([], { method: "left", alpha: 0.2 }));
    expect(() => predictionSet([0.5], JSON.parse(stored))).toThrow(
      new RangeError("Expected `threshold.value` to be Infinity at rank 1 of 0, got null."),
    );
  });
});
