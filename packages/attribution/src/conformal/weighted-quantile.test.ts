import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conformalQuantile, conformalRank } from "./index.ts";
import { weightedQuantile } from "./weighted-quantile.ts";

const scores = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 40 });
const alphas = fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100);

describe("weightedQuantile", () => {
  it("is the conformal quantile when all weights are equal, at any scale, drawn or not", () => {
    const draws = fc.constantFrom(undefined, 0, 0.1, 0.5, 0.97, 1 - 2 ** -32);
    fc.assert(
      fc.property(scores, alphas, fc.constantFrom(1, 0.05, 20, 1 / 3), draws, (values, alpha, weight, u) => {
        const { value, level } = weightedQuantile(
          values,
          values.map(() => weight),
          weight,
          alpha,
          u,
        );
        expect(value).toBe(conformalQuantile(values, alpha, u));
        expect(level).toBeGreaterThanOrEqual(
          conformalRank(values.length, alpha, u) / (values.length + 1) - 1e-9,
        );
      }),
    );
  });

  it("counts a score of whole weight m as m equal scores", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer(), fc.nat({ max: 4 })), { maxLength: 15 }),
        alphas,
        (pairs, alpha) => {
          const repeated = pairs.flatMap(([score, weight]) => Array.from({ length: weight }, () => score));
          const { value } = weightedQuantile(
            pairs.map(([score]) => score),
            pairs.map(([, weight]) => weight),
            1,
            alpha,
          );
          // A weight of 0 counts only where every other score may be left out.
          if (alpha * (repeated.length + 1) < repeated.length)
            expect(value).toBe(conformalQuantile(repeated, alpha));
        },
      ),
    );
  });

  it("leaves at most alpha of the mass above, and the next lower score would leave more", () => {
    const weights = fc.array(fc.tuple(fc.integer(), fc.double({ min: 0.05, max: 20, noNaN: true })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(weights, fc.double({ min: 0.05, max: 20, noNaN: true }), alphas, (pairs, fresh, alpha) => {
        const total = pairs.reduce((sum, [, weight]) => sum + weight, fresh);
        const above = (cut: number) =>
          pairs.reduce((sum, [score, weight]) => (score > cut ? sum + weight : sum), fresh);
        const { value, level } = weightedQuantile(
          pairs.map(([score]) => score),
          pairs.map(([, weight]) => weight),
          fresh,
          alpha,
        );
        const lower = pairs.map(([score]) => score).filter((score) => score < value);
        if (value !== Infinity) {
          expect(above(value)).toBeLessThanOrEqual((alpha + 1e-9) * total);
          expect(level).toBeCloseTo(1 - above(value) / total, 9);
        } else expect(level).toBe(1);
        if (lower.length > 0) expect(above(Math.max(...lower))).toBeGreaterThan(alpha * total * (1 - 1e-9));
      }),
    );
  });

  it("is infinite when the fresh run's own mass exceeds alpha", () => {
    expect(weightedQuantile([1, 2, 3], [1, 1, 1], 1, 0.2)).toEqual({ value: Infinity, level: 1 });
    expect(weightedQuantile([1, 2, 3], [1, 1, 1], 0.5, 0.2).value).toBe(3);
    expect(weightedQuantile([], [], 1, 0.9).value).toBe(Infinity);
  });

  it.each([
    [[1], [], 1, "Expected one weight a score, got 0 for 1."],
    [[1], [-1], 1, "Expected `weights[0]` to be finite and >= 0, got -1."],
    [[1], [1], 0, "Expected `freshWeight` to be finite and > 0, got 0."],
    [[Number.NaN], [1], 1, "Expected `scores[0]` to be a number, got NaN."],
  ])("refuses scores %j of weights %j and %d", (values, weights, fresh, message) => {
    expect(() => weightedQuantile(values, weights, fresh, 0.2)).toThrow(new RangeError(message));
  });
});
