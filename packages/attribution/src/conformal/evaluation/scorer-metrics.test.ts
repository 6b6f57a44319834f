import { describe, expect, it } from "vitest";
import { seededRandom } from "../index.ts";
import { evenSplit, meanAndStd, scorerMetrics } from "./index.ts";

describe("scorerMetrics", () => {
  it("gives a perfect scorer full marks", () => {
    const perfect = { stepScores: [0, 1, 0], decisiveStep: 1 };
    expect(scorerMetrics([perfect, perfect])).toEqual({
      auroc: 1,
      auprc: 1,
      accuracyWithin: [1, 1, 1, 1, 1, 1],
    });
  });

  it("gives equal scores what guessing gets", () => {
    const { auprc, auroc, accuracyWithin } = scorerMetrics([{ stepScores: [1, 1, 1, 1], decisiveStep: 0 }]);
    expect({ auroc, auprc }).toEqual({ auroc: 0.5, auprc: 0.25 });
    expect(accuracyWithin).toEqual([0.25, 0.5, 0.75, 1, 1, 1]);
  });

  it("ranks the decisive step among the others of its trajectory, ties counting half", () => {
    const examples = [
      { stepScores: [0.9, 0.5, 0.5, 0.1, 0.2], decisiveStep: 1 },
      { stepScores: [0.1, 0.9], decisiveStep: 0 },
    ];
    const { auprc, auroc } = scorerMetrics(examples);
    expect(auroc).toBeCloseTo((2.5 / 4 + 0) / 2, 12);
    expect(auprc).toBeCloseTo((1 / 3 + 1 / 2) / 2, 12);
  });

  it("does not depend on the scale of each trajectory's scores", () => {
    const example = { stepScores: [0.2, 0.4, 0.1], decisiveStep: 0 };
    const scaled = { ...example, stepScores: example.stepScores.map((score) => 7 * score) };
    expect(scorerMetrics([scaled])).toEqual(scorerMetrics([example]));
  });

  it("leaves a single step out of AUROC, where there is nothing to tell apart", () => {
    const single = { stepScores: [0.3], decisiveStep: 0 };
    expect(scorerMetrics([single]).auroc).toBeNaN();
    expect(scorerMetrics([single, { stepScores: [0, 1], decisiveStep: 1 }]).auroc).toBe(1);
  });

  it("refuses to measure nothing", () => {
    expect(() => scorerMetrics([])).toThrow(new RangeError("Expected at least one example, got 0."));
  });
});

describe("evenSplit", () => {
  it.each([2, 7, 111])("divides %i into two halves, the odd one being tested", (n) => {
    const { calibration, test } = evenSplit(n, seededRandom(3));
    expect(calibration).toHaveLength(Math.floor(n / 2));
    expect([...calibration, ...test].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: n }, (_, i) => i),
    );
  });

  it("calibrates each index equally often", () => {
    const random = seededRandom(1);
    const counts = [0, 0, 0, 0, 0];
    for (let split = 0; split < 5000; split += 1) {
      for (const index of evenSplit(5, random).calibration) counts[index] = (counts[index] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(4 * Math.sqrt(5000 * 0.4 * 0.6));
  });

  it.each([0, 1, 2.5])("refuses %d", (n) => {
    expect(() => evenSplit(n, () => 0)).toThrow(RangeError);
  });
});

describe("meanAndStd", () => {
  it("divides the variance by the number of values", () => {
    expect(meanAndStd([1, 3])).toEqual({ mean: 2, std: 1 });
    expect(meanAndStd([5])).toEqual({ mean: 5, std: 0 });
    expect(meanAndStd([]).mean).toBeNaN();
  });
});
