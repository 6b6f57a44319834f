import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../seeded-random.ts";
import { clusteredErrors } from "./clustered-errors.ts";

const errorOf = (values: readonly (readonly [string | number, number])[]): number => {
  const errors = clusteredErrors(["other", "value"]);
  for (const [unit, value] of values) errors.add(unit, { other: 1, value });
  expect(errors.standardError("other")).toBe(0);
  return errors.standardError("value");
};

const numbers = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 2, maxLength: 20 });

describe("clusteredErrors", () => {
  it("is the standard deviation by the square root of n, where every value is a unit of its own", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        const expected = Math.sqrt(squares / (values.length - 1) / values.length);
        expect(errorOf(values.map((value, unit) => [unit, value]))).toBeCloseTo(expected, 9);
      }),
    );
  });

  it("does not shrink when the same runs are predicted more often", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 2, max: 5 }), (values, times) => {
        const once = values.map((value, unit) => [unit, value] as const);
        const often = Array.from({ length: times }, () => once).flat();
        expect(errorOf(often)).toBeCloseTo(errorOf(once), 9);
      }),
    );
  });

  it("is 0 of one unit", () => {
    expect(
      errorOf([
        ["a", 1],
        ["a", 5],
      ]),
    ).toBe(0);
    expect(errorOf([])).toBe(0);
  });

  it("is as large as means of fresh units vary, with units of several sizes whose runs are alike", () => {
    const random = seededRandom(3);
    const [means, errors]: [number[], number[]] = [[], []];
    for (let round = 0; round < 400; round += 1) {
      const values = Array.from({ length: 60 }, (_, unit) => {
        const level = random();
        const size = 1 + Math.floor(random() * 4);
        return Array.from({ length: size }, () => [unit, level + 0.2 * random()] as const);
      }).flat();
      means.push(values.reduce((sum, [, value]) => sum + value, 0) / values.length);
      errors.push(errorOf(values));
    }
    const centre = means.reduce((sum, mean) => sum + mean, 0) / means.length;
    const spread = Math.sqrt(means.reduce((sum, mean) => sum + (mean - centre) ** 2, 0) / means.length);
    const typical = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(Math.abs(typical / spread - 1)).toBeLessThan(0.15);
  });
});
