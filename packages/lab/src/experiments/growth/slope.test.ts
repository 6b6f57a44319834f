import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { growthWord, slopeOf } from "./slope.ts";

const SIZES = [10, 100, 1000, 10_000];
const grown = (by: (size: number) => number) => SIZES.map((size) => ({ size, value: by(size) }));

describe("slopeOf", () => {
  it("gives the exponent of any power, whatever the unit", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        (k, unit) => {
          expect(slopeOf(grown((size) => unit * size ** k))).toBeCloseTo(k, 6);
        },
      ),
    );
  });

  it("leaves out what each call costs in itself, which hides growth at small sizes", () => {
    expect(slopeOf(grown((size) => 100 + size))).toBeGreaterThan(0.9);
  });

  it("has no slope for one size", () => {
    expect(slopeOf([{ size: 10, value: 1 }])).toBeNaN();
  });
});

describe("growthWord", () => {
  it.each([
    ["flat", () => 7],
    ["below linear", (size: number) => Math.sqrt(size)],
    ["linear", (size: number) => 3 * size],
    ["n log n", (size: number) => size * Math.log(size)],
    ["above n log n", (size: number) => size ** 1.5],
    ["quadratic", (size: number) => size ** 2],
    ["above quadratic", (size: number) => size ** 3],
    ["", () => NaN],
  ])("calls it %s", (word, by) => {
    expect(growthWord(slopeOf(grown(by)))).toBe(word);
  });
});
