import { describe, expect, it } from "vitest";

import { coveredBy } from "./covered-by.ts";

const run = { decisiveSteps: [1, 3, 4] };

describe("coveredBy", () => {
  it("asks for the earliest decisive step unless a goal is given", () => {
    expect(coveredBy([1], run)).toBe(1);
    expect(coveredBy([3, 4], run)).toBe(0);
    expect(coveredBy([2], { decisiveSteps: [4, 2] })).toBe(1);
  });

  it("asks for at least a share of the decisive steps", () => {
    expect(coveredBy([3, 4], run, 0.5)).toBe(1);
    expect(coveredBy([4], run, 0.5)).toBe(0);
    expect(coveredBy([3, 4], run, 2 / 3)).toBe(1);
    expect(coveredBy([3, 4], run, 1)).toBe(0);
    expect(coveredBy([0, 1, 2, 3, 4], run, 1)).toBe(1);
  });

  it("is the share itself for the mean, each step counted once", () => {
    expect(coveredBy([3], run, "mean")).toBeCloseTo(1 / 3, 12);
    expect(coveredBy([3], { decisiveSteps: [1, 3, 3] }, "mean")).toBe(0.5);
    expect(coveredBy([], run, "mean")).toBe(0);
  });
});
