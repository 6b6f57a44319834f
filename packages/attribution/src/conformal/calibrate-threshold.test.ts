import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrateThreshold } from "./index.ts";

const oneToNine = [9, 2, 7, 4, 5, 6, 3, 8, 1];

describe("calibrateThreshold", () => {
  it("reports the rank and the coverage that it attains, not only alpha", () => {
    expect(calibrateThreshold(oneToNine, { method: "suffix", alpha: 0.25 })).toEqual({
      method: "suffix",
      alpha: 0.25,
      n: 9,
      rank: 8,
      value: 8,
      level: 0.8,
    });
  });

  it("keeps the aggregation for prediction", () => {
    const aggregation = { kind: "max", lengthPenalty: 0.1 } as const;
    expect(calibrateThreshold([0.5], { method: "left", aggregation, alpha: 0.5 }).aggregation).toEqual(
      aggregation,
    );
  });

  it("is infinite at level 1 when n is too small for alpha", () => {
    expect(calibrateThreshold(oneToNine, { method: "left", alpha: 0.05 })).toMatchObject({
      rank: 10,
      value: Infinity,
      level: 1,
    });
  });

  it("is infinite at level 1 without any labelled failure", () => {
    expect(calibrateThreshold([], { method: "left", alpha: 0.5 })).toMatchObject({
      n: 0,
      rank: 1,
      value: Infinity,
      level: 1,
    });
  });

  it("is infinite at level 1 at alpha 0", () => {
    expect(calibrateThreshold(oneToNine, { method: "left", alpha: 0 })).toMatchObject({
      value: Infinity,
      level: 1,
    });
  });

  it("does not depend on the order of the calibration set", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(oneToNine, { minLength: 9 }), (shuffled) => {
        const options = { method: "interval", alpha: 0.3 } as const;
        expect(calibrateThreshold(shuffled, options)).toEqual(calibrateThreshold(oneToNine, options));
      }),
    );
  });

  it("attains at least 1 - alpha", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 99 }), (n, percent) => {
        const scores = Array.from({ length: n }, (_, index) => index);
        const { level } = calibrateThreshold(scores, { method: "suffix", alpha: percent / 100 });
        expect(level).toBeGreaterThanOrEqual(1 - percent / 100 - 1e-9);
      }),
    );
  });

  it.each([Number.NaN, Infinity, -Infinity])(
    "refuses a nonconformity of %d, and says where it is",
    (score) => {
      expect(() => calibrateThreshold([1, score], { method: "left", alpha: 0.2 })).toThrow(
        new RangeError(`Expected \`nonconformities[1]\` to be finite, got ${score}.`),
      );
    },
  );

  it.each([1, -0.2, Number.NaN])("refuses alpha %d", (alpha) => {
    expect(() => calibrateThreshold([1], { method: "left", alpha })).toThrow(
      new RangeError(`Expected \`alpha\` in [0, 1), got ${alpha}.`),
    );
  });

  it("refuses a bad aggregation before it is needed", () => {
    const aggregation = { kind: "log-sum-exp", beta: 0 } as const;
    expect(() => calibrateThreshold([1], { method: "left", aggregation, alpha: 0.2 })).toThrow(RangeError);
  });
});
