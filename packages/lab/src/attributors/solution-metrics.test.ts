import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type JudgedSolution, solutionMetrics } from "./solution-metrics.ts";

/** Four solutions of three steps: two right, two whose second step is the first wrong one. */
const judged: readonly JudgedSolution[] = [
  // Right, and called right: three right steps found.
  { length: 3, answered: true },
  // Right, but its third step is called wrong: two right steps found, the third mistaken for a wrong one.
  { length: 3, named: 2, answered: true },
  // Wrong, and the first wrong step is named: one right step found, the wrong one found. The third is not judged.
  { length: 3, wrong: 1, named: 1, answered: true },
  // Wrong, but its first step is called wrong: the first step is mistaken for a wrong one, and the second, after the named
  // one, is not found.
  { length: 3, wrong: 1, named: 0, answered: true },
];

describe("solutionMetrics", () => {
  it("is computed by hand for four solutions", () => {
    const { solutionAccuracy, solutionF1, stepAccuracy, stepF1 } = solutionMetrics(judged);
    // The first, third and fourth are called what they are.
    expect(solutionAccuracy).toBe(3 / 4);
    // Wrong ones: both found, one right one taken for wrong: precision 2/3, recall 1, F1 = 4/5.
    // Right ones: one of two found, none taken for right: precision 1, recall 1/2, F1 = 2/3. Mean: 11/15.
    expect(solutionF1).toBeCloseTo(11 / 15, 12);
    // The first has no wrong step and none is named; of the third exactly the wrong step is named.
    expect(stepAccuracy).toBe(2 / 4);
    // Right steps that are judged: 3 + 3 + 1 + 1 = 8, of which 3 + 2 + 1 + 0 = 6 are found. Wrong steps: 2, of which 1 is found.
    // Right ones: precision 6/7 (one wrong step is not found), recall 6/8, F1 = 2 · 6 / (8 + 6 + 1) = 4/5.
    // Wrong ones: precision 1/3 (two right steps are not found), recall 1/2, F1 = 2 · 1 / (2 + 1 + 2) = 2/5. Mean: 3/5.
    expect(stepF1).toBeCloseTo(3 / 5, 12);
  });

  it("counts a missing answer against the method, for solutions and steps", () => {
    // Without an answer to the first, right ones: none of 2 found, F1 = 0. Wrong ones: 2 found, 2 taken for them, F1 = 2/3.
    // Right steps: 3 of 8 found, F1 = 6 / (8 + 3 + 1) = 1/2. Wrong ones: 1 of 2 found, 5 taken for them, F1 = 2 / (2 + 1 + 5) = 1/4.
    const missing = judged.map((one, index) => (index === 0 ? { ...one, answered: false } : one));
    expect(solutionMetrics(missing)).toEqual({
      solutionAccuracy: 1 / 2,
      solutionF1: 1 / 3,
      stepAccuracy: 1 / 4,
      stepF1: 3 / 8,
    });
  });

  it("is 1 for a method that knows, and 0 for the finding of a class of which nothing is found", () => {
    const known = judged.map(({ length, wrong }) => ({ length, wrong, named: wrong, answered: true }));
    expect(solutionMetrics(known)).toEqual({
      solutionAccuracy: 1,
      solutionF1: 1,
      stepAccuracy: 1,
      stepF1: 1,
    });
    const lenient = judged.map(({ length, wrong }) => ({ length, wrong, answered: true }));
    // Right solutions: 2 found, 2 taken for them: F1 = 2/3; wrong ones: 0.
    expect(solutionMetrics(lenient).solutionF1).toBeCloseTo(1 / 3, 12);
  });

  it("lies in [0, 1], and never gets worse where one more step is named right", () => {
    const solution = fc
      .record({
        length: fc.integer({ min: 1, max: 6 }),
        at: fc.nat(),
        named: fc.option(fc.nat()),
        right: fc.boolean(),
      })
      .map(({ at, length, named, right }) => ({
        length,
        wrong: right ? undefined : at % length,
        named: named === null ? undefined : named % length,
        answered: true,
      }));
    const both = fc
      .array(solution, { minLength: 2, maxLength: 8 })
      .filter((all) => new Set(all.map(({ wrong }) => wrong === undefined)).size === 2);
    fc.assert(
      fc.property(both, ([first, ...others]) => {
        if (first === undefined) return;
        const before = solutionMetrics([first, ...others]);
        const after = solutionMetrics([{ ...first, named: first.wrong }, ...others]);
        for (const name of ["solutionAccuracy", "solutionF1", "stepAccuracy", "stepF1"] as const) {
          expect(before[name]).toBeGreaterThanOrEqual(0);
          expect(after[name]).toBeLessThanOrEqual(1);
          expect(after[name]).toBeGreaterThanOrEqual(before[name] - 1e-12);
        }
      }),
      { numRuns: 300 },
    );
  });
});
