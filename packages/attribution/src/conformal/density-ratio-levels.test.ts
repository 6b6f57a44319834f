import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nonconformity } from "./index.ts";
import type { DensityRatioShape } from "./density-ratio-levels.ts";
import { densityRatio } from "./fixtures/golden.ts";

const shapes: readonly DensityRatioShape[] = ["interval", "suffix", "prefix"];
const stepScores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
const densityRatioLevels = (scores: readonly number[], shape: DensityRatioShape): readonly number[] =>
  nonconformity(scores, { method: shape }).map((value) => 0 - value);

/** Few values, hence many ties and zeros. */
const coarseScores = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 40 });

interface Block {
  readonly from: number;
  readonly to: number;
  readonly mean: number;
}

/** The construction as it is defined: take the neighbouring block of the largest mean until nothing is left. */
function greedyLevels(scores: readonly number[], shape: DensityRatioShape): readonly number[] {
  const total = scores.reduce((a, b) => a + b, 0);
  const d = scores.map((score) => (total === 0 ? 1 : (score * scores.length) / total));
  const level = d.map(() => Number.NaN);
  const peak = scores.indexOf(Math.max(...scores));
  let [a, b] = { interval: [peak, peak], suffix: [d.length, d.length - 1], prefix: [0, -1] }[shape];
  if (a === undefined || b === undefined) throw new Error("unreachable");
  let current = Infinity;
  if (shape === "interval") current = level[peak] = d[peak] ?? Number.NaN;
  for (;;) {
    const best = bestBlock(d, a, b, shape);
    if (best === undefined) return level;
    current = Math.min(current, best.mean);
    level.fill(current, best.from, best.to + 1);
    a = Math.min(a, best.from);
    b = Math.max(b, best.to);
  }
}

/** The left block wins ties, and so does the shorter one. */
function bestBlock(d: readonly number[], a: number, b: number, shape: DensityRatioShape): Block | undefined {
  const block = (from: number, to: number): Block => {
    const values = d.slice(from, to + 1);
    return { from, to, mean: values.reduce((x, y) => x + y, 0) / values.length };
  };
  const left = shape === "prefix" ? [] : Array.from({ length: a }, (_, i) => block(a - 1 - i, a - 1));
  const right =
    shape === "suffix" ? [] : Array.from({ length: d.length - 1 - b }, (_, i) => block(b + 1, b + 1 + i));
  return [...left, ...right].reduce<Block | undefined>(
    (best, next) => (best === undefined || next.mean > best.mean ? next : best),
    undefined,
  );
}

function expectClose(actual: readonly number[], expected: readonly number[]) {
  expect(actual).toHaveLength(expected.length);
  for (const [step, level] of actual.entries()) {
    expect(Math.abs(level - (expected[step] ?? Number.NaN)), `step ${step}`).toBeLessThan(1e-9);
  }
}

describe.each(shapes)("densityRatioLevels, %s", (shape) => {
  it.each(densityRatio.levels.map((golden, index) => ({ index, golden })))(
    "gives golden levels $index",
    ({ golden }) => {
      expectClose(densityRatioLevels(golden.p, shape), golden[shape]);
    },
  );

  it("equals the greedy construction in one pass", () => {
    fc.assert(
      fc.property(stepScores, (scores) =>
        expectClose(densityRatioLevels(scores, shape), greedyLevels(scores, shape)),
      ),
      {
        numRuns: 1000,
      },
    );
  });

  it("equals the greedy construction under ties and zeros", () => {
    fc.assert(
      fc.property(coarseScores, (scores) =>
        expectClose(densityRatioLevels(scores, shape), greedyLevels(scores, shape)),
      ),
      { numRuns: 1000 },
    );
  });

  it("does not depend on the scale of the scores", () => {
    fc.assert(
      fc.property(stepScores, fc.integer({ min: -20, max: 20 }), (scores, exponent) => {
        const normal = scores.map((score) => (score < 1e-200 ? 0 : score));
        const scaled = normal.map((score) => score * 2 ** exponent);
        expect(densityRatioLevels(scaled, shape)).toEqual(densityRatioLevels(normal, shape));
      }),
    );
  });

  it.each([0, 0.1, 1 / 3, 1, Number.MIN_VALUE, Number.MAX_VALUE])(
    "is exactly 1 on constant scores of %d",
    (score) => {
      const scores = Array.from({ length: 49 }, () => score);
      expect(densityRatioLevels(scores, shape)).toEqual(scores.map(() => 1));
    },
  );

  it("is 1 on a single step", () => {
    expect(densityRatioLevels([0.3], shape)).toEqual([1]);
  });

  it("refuses an empty trajectory", () => {
    expect(() => densityRatioLevels([], shape)).toThrow(
      new RangeError("Expected `stepScores` to hold at least one step, got 0."),
    );
  });
});

describe("densityRatioLevels", () => {
  it("grows an interval from the largest score outwards", () => {
    expect(densityRatioLevels([0, 1, 4, 2, 3], "interval")).toEqual([0, 0.5, 2, 1.25, 1.25]);
  });

  it("takes the first of several largest scores as the interval's seed", () => {
    expect(densityRatioLevels([3, 0, 3], "interval")).toEqual([1.5, 0.75, 0.75]);
  });

  it("keeps the largest score as the seed where it leads by less than its ratio can show", () => {
    const scores = [0.999999999999998, 0, 0, 0, 0, 0.9999999999999981, 0, 0, 0];
    expect(densityRatioLevels(scores, "interval").map((level) => level > 2)).toEqual(
      scores.map((_, step) => step === 5),
    );
  });

  it("mirrors prefix and suffix", () => {
    fc.assert(
      fc.property(stepScores, (scores) => {
        const mirrored = densityRatioLevels(scores.toReversed(), "prefix").toReversed();
        expectClose(densityRatioLevels(scores, "suffix"), mirrored);
      }),
    );
  });

  it.each([
    ["rising", (i: number) => i],
    ["falling", (i: number) => 9_999 - i],
    ["peaked", (i: number) => Math.min(i, 9_999 - i)],
    ["alternating", (i: number) => i % 2],
  ])("pools 10,000 %s scores into levels of the same mass", (_name, score) => {
    const scores = Array.from({ length: 10_000 }, (_, i) => score(i));
    for (const shape of shapes) {
      const levels = densityRatioLevels(scores, shape);
      expect(levels.reduce((a, b) => a + b, 0)).toBeCloseTo(10_000, 5);
    }
  });
});
