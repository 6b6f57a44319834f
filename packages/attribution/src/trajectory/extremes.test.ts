import { describe, expect, it } from "vitest";

import { largest, smallest } from "./extremes.ts";

describe("largest and smallest", () => {
  it("take more numbers than a call takes arguments", () => {
    const values = Array.from({ length: 500_000 }, (_, index) => (index === 250_000 ? -1 : index % 1000));
    expect(() => Math.max(...values)).toThrow(RangeError);
    expect([largest(values), smallest(values)]).toEqual([999, -1]);
  });

  it("have a bound, which is what they are of no numbers", () => {
    expect([largest([], 1), largest([3], 1), largest([0], 1), largest([])]).toEqual([1, 3, 1, -Infinity]);
    expect([smallest([], 1), smallest([3], 1), smallest([0], 1), smallest([])]).toEqual([1, 1, 0, Infinity]);
  });

  it("are NaN if a number is", () => {
    expect([largest([1, Number.NaN, 2]), smallest([1, Number.NaN, 2])]).toEqual([Number.NaN, Number.NaN]);
  });
});
