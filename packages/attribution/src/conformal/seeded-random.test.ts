import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "./index.ts";

const take = (count: number, seed: number) => Array.from({ length: count }, seededRandom(seed));

describe("seededRandom", () => {
  it("gives the numbers of Mulberry32", () => {
    // Computed apart from this code, in Python with explicit 32-bit masks.
    expect(take(3, 1).map((value) => value * 2 ** 32)).toEqual([2_693_262_067, 11_749_833, 2_265_367_787]);
  });

  it("stays in [0, 1) and depends on the seed alone", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        const numbers = take(50, seed);
        expect(numbers.every((value) => value >= 0 && value < 1)).toBe(true);
        expect(take(50, seed)).toEqual(numbers);
      }),
    );
  });

  it("is uniform: a tenth of 100,000 numbers in each tenth", () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (const value of take(100_000, 5))
      counts[Math.floor(10 * value)] = (counts[Math.floor(10 * value)] ?? 0) + 1;
    // Four standard deviations of a binomial count.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(4 * Math.sqrt(9000));
  });

  it.each([0.5, Number.NaN, Infinity, 2 ** 53])("refuses the seed %d", (seed) => {
    expect(() => seededRandom(seed)).toThrow(
      new RangeError(`Expected \`seed\` to be an integer, got ${seed}.`),
    );
  });
});
