import { seededOrder } from "@langgraph-rollback/attribution/draws";
import { describe, expect, it } from "vitest";

import { drawMode, FAILURE_MODES, noteOfMode } from "./index.ts";

/** Pearson's statistic of counts that should all be alike. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

const seeds = Array.from({ length: 7000 }, (_, seed) => seed);

describe("FAILURE_MODES", () => {
  it("are the fourteen of MAST: five of design, six between agents, three of verification", () => {
    expect(FAILURE_MODES).toHaveLength(14);
    const categories = FAILURE_MODES.map(({ number }) => number[0]);
    expect(categories.join("")).toBe("11111222222333");
    for (const key of ["name", "number", "title", "instruction"] as const)
      expect(new Set(FAILURE_MODES.map((mode) => mode[key])).size).toBe(14);
  });

  it("each give a note of its own that a caller can append to", () => {
    for (const { name, instruction } of FAILURE_MODES) {
      const { mode, note } = noteOfMode(name);
      expect(mode).toBe(name);
      expect(note).toContain(instruction);
      expect(note).toMatch(/your next answer alone/);
    }
  });
});

describe("drawMode", () => {
  it("draws all modes equally often", () => {
    const drawn = seeds.map((seed) => drawMode("any", seed));
    const counts = FAILURE_MODES.map(({ name }) => drawn.filter((mode) => mode === name).length);
    // 99.9 % quantile with 13 degrees of freedom.
    expect(chiSquare(counts)).toBeLessThan(34.5);
  });

  it("draws them independently of the step that the same seed draws", () => {
    for (const steps of [2, 5, 14]) {
      const cells = new Map<string, number>();
      for (const seed of seeds) {
        const cell = `${drawMode("any", seed)} ${seededOrder(steps, seed)[0]}`;
        cells.set(cell, (cells.get(cell) ?? 0) + 1);
      }
      expect(cells.size).toBe(14 * steps);
      // Mean plus five standard deviations with 14 * steps - 1 degrees of freedom.
      const freedom = 14 * steps - 1;
      expect(chiSquare([...cells.values()])).toBeLessThan(freedom + 5 * Math.sqrt(2 * freedom));
    }
  });

  it("draws the same mode for the same seed, whatever the order of the names", () => {
    for (const seed of seeds.slice(0, 50)) {
      expect(drawMode("any", seed)).toBe(drawMode("any", seed));
      expect(drawMode(["derail", "stop-early"], seed)).toBe(drawMode(["stop-early", "derail"], seed));
    }
  });

  it("draws of those that are named", () => {
    const drawn = seeds.slice(0, 100).map((seed) => drawMode(["derail", "stop-early"], seed));
    expect(new Set(drawn)).toEqual(new Set(["derail", "stop-early"]));
    expect(drawMode("derail", 1)).toBe("derail");
  });

  it.each([["reapeat-step"], [["derail", "unknown"]], [[]], [undefined]])(
    "refuses %j, and lists what there is",
    (choice) => {
      expect(() => Reflect.apply(drawMode, undefined, [choice, 1])).toThrow(
        expect.objectContaining({
          code: "INVALID_OPTION",
          message: expect.stringContaining("verify-wrongly"),
        }),
      );
    },
  );
});
