import { seededDraw } from "@langgraph-rollback/example-simulation";
import { describe, expect, it } from "vitest";
import { normal, normalBelow } from "./normal.ts";

describe("normalBelow", () => {
  it.each([
    [0, 0.5],
    [1.04, 0.8508],
    [1.6449, 0.95],
    [-1.96, 0.025],
    [5, 0.9999997],
    [-9, 0],
    [9, 1],
  ])("of %d is %d, as in tables", (z, below) => {
    expect(normalBelow(z)).toBeCloseTo(below, 4);
  });
});

describe("normal", () => {
  it("has mean 0 and deviation 1, and depends on key and label alone", () => {
    const draw = seededDraw("test");
    const values = Array.from({ length: 4000 }, (_, index) => normal(draw, String(index)));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.abs(variance - 1)).toBeLessThan(0.07);
    expect(normal(seededDraw("test"), "7")).toBe(values[7]);
  });
});
