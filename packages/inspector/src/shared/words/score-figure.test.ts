import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { scoreFigure } from "./score-figure.ts";

describe("scoreFigure", () => {
  it.each([
    [1, "1.00"],
    [0.424, "0.42"],
    [0.01, "0.01"],
    [0.0099, "0.01"],
    [0.0044, "0.004"],
    [0.00031, "0.0003"],
    [0.0001, "0.0001"],
    [0.00004, "<0.0001"],
    [Number.MIN_VALUE, "<0.0001"],
    [0, "0"],
  ])("writes %d as %s", (score, figure) => {
    expect(scoreFigure(score)).toBe(figure);
  });

  it("never shows a score that is above zero as zero, and keeps the order of scores", () => {
    const scores = fc.double({ min: 0, max: 1, noNaN: true, minExcluded: true });
    const shown = (score: number): number => Number(scoreFigure(score).replace("<0.0001", "0.00005"));
    fc.assert(
      fc.property(scores, scores, (one, other) => {
        expect(shown(one)).toBeGreaterThan(0);
        if (one <= other) expect(shown(one)).toBeLessThanOrEqual(shown(other));
      }),
    );
  });
});
