import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conformalQuantile } from "./index.ts";

const oneToNine = [9, 2, 7, 4, 5, 6, 3, 8, 1];

describe("conformalQuantile", () => {
  it("is the k-th smallest score", () => {
    expect(conformalQuantile(oneToNine, 0.2)).toBe(8);
    expect(conformalQuantile(oneToNine, 0.5)).toBe(5);
  });

  it("is the largest score when just enough examples support alpha", () => {
    expect(conformalQuantile(oneToNine, 0.1)).toBe(9);
  });

  it("returns Infinity when nine examples cannot support alpha 0.05", () => {
    expect(conformalQuantile(oneToNine, 0.05)).toBe(Infinity);
  });

  it("returns Infinity without any score", () => {
    expect(conformalQuantile([], 0.5)).toBe(Infinity);
  });

  it("returns Infinity at alpha 0", () => {
    expect(conformalQuantile(oneToNine, 0)).toBe(Infinity);
  });

  it("sorts by value, not by spelling", () => {
    expect(conformalQuantile([10, 9, -1, -10], 0.5)).toBe(9);
  });

  it("counts tied scores one by one", () => {
    expect(conformalQuantile([1, 1, 1, 2], 0.4)).toBe(1);
    expect(conformalQuantile([1, 1, 1, 2], 0.2)).toBe(2);
  });

  it("leaves its argument as it was", () => {
    const scores = [3, 1, 2];
    conformalQuantile(scores, 0.5);
    expect(scores).toEqual([3, 1, 2]);
  });

  it("does not depend on the order of the scores", () => {
    const shuffled = fc
      .array(fc.double({ noNaN: true }), { minLength: 1 })
      .chain((scores) =>
        fc.tuple(fc.constant(scores), fc.shuffledSubarray(scores, { minLength: scores.length })),
      );
    fc.assert(
      fc.property(shuffled, fc.double({ min: 0, max: 0.99, noNaN: true }), ([scores, other], alpha) => {
        expect(conformalQuantile(other, alpha)).toBe(conformalQuantile(scores, alpha));
      }),
    );
  });

  it("never rises with alpha", () => {
    const alpha = fc.double({ min: 0, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), alpha, alpha, (scores, a, b) => {
        const strict = conformalQuantile(scores, Math.min(a, b));
        expect(conformalQuantile(scores, Math.max(a, b))).toBeLessThanOrEqual(strict);
      }),
    );
  });

  it("refuses a score that is NaN, and says where it is", () => {
    expect(() => conformalQuantile([1, Number.NaN], 0.2)).toThrow(
      new RangeError("Expected `scores[1]` to be a number, got NaN."),
    );
  });

  it("refuses alpha outside [0, 1)", () => {
    expect(() => conformalQuantile([1], 1.2)).toThrow(new RangeError("Expected `alpha` in [0, 1), got 1.2."));
  });
});
