import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  conformalRank,
  flatAwareSet,
  flatAwareThreshold,
  isFlat,
  type LabelledScores,
  predictionSet,
} from "./index.ts";
import { seededRandom } from "./seeded-random.ts";

const shape = fc.constantFrom("interval" as const, "suffix" as const, "prefix" as const);
const failure = fc
  .oneof(
    fc.integer({ min: 1, max: 8 }).map((length) => Array.from({ length }, () => 0.5)),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
  )
  .chain((stepScores) =>
    fc.record({ stepScores: fc.constant(stepScores), decisiveStep: fc.nat({ max: stepScores.length - 1 }) }),
  );

/** Errors late in runs of 6 to 15 steps, and a scorer that has nothing to say. */
function drawFlat(random: () => number): LabelledScores {
  const length = 6 + Math.floor(10 * random());
  return {
    stepScores: Array.from({ length }, () => 0.5),
    decisiveStep: Math.floor(length * random() ** 0.3),
  };
}

describe("isFlat", () => {
  it("tells scores that cannot order steps, by the levels of the method", () => {
    expect(isFlat([0.5, 0.5, 0.5], "interval")).toBe(true);
    expect(isFlat([0.5, 0.5, 0.5 + 1e-8], "suffix")).toBe(true);
    expect(isFlat([0.5, 0.4, 0.5], "interval")).toBe(false);
    // Suspicion that falls towards the end leaves a suffix no better choice than all steps.
    expect(isFlat([0.5, 0.4, 0.3], "suffix")).toBe(true);
    expect(isFlat([0.5, 0.4, 0.3], "prefix")).toBe(false);
    expect(isFlat([0.5], "suffix")).toBe(false);
  });
});

describe("flatAwareSet", () => {
  it("goes by position where scores are flat, says so, and gives smaller sets", () => {
    const random = seededRandom(8);
    const calibration = Array.from({ length: 40 }, () => drawFlat(random));
    const threshold = flatAwareThreshold(calibration, { method: "suffix", alpha: 0.2 });
    const fresh = drawFlat(random).stepScores;
    const set = flatAwareSet(fresh, threshold);
    expect(set).toMatchObject({ guarantee: "exact", level: 33 / 41 });
    expect(set.positionOnly).toMatch(/scores of 41 of 41 runs do not tell steps apart/);
    expect(set.reason).toMatch(/positions alone decide/);
    expect(set.range.end).toBe(fresh.length - 1);
    const plain = predictionSet(fresh, threshold.byScores);
    expect(plain.steps).toHaveLength(fresh.length);
    expect(set.steps.length).toBeLessThan(plain.steps.length);
  });

  it("is the plain set where scores tell steps apart", () => {
    const calibration = Array.from({ length: 9 }, (_, index) => ({
      stepScores: [0.1, 0.2 + index / 100, 0.9],
      decisiveStep: 2,
    }));
    const threshold = flatAwareThreshold(calibration, { method: "suffix", alpha: 0.2 });
    const set = flatAwareSet([0.1, 0.5, 0.6], threshold);
    expect(set).toEqual(predictionSet([0.1, 0.5, 0.6], threshold.byScores));
    expect(set).not.toHaveProperty("positionOnly");
  });

  it("lets the run itself cast the deciding vote", () => {
    const calibration = [
      { stepScores: [1, 1], decisiveStep: 1 },
      { stepScores: [1, 1], decisiveStep: 0 },
      { stepScores: [1, 2], decisiveStep: 1 },
      { stepScores: [1, 3], decisiveStep: 1 },
    ];
    const threshold = flatAwareThreshold(calibration, { method: "suffix", alpha: 0.5 });
    expect(flatAwareSet([1, 1, 1], threshold)).toHaveProperty("positionOnly");
    expect(flatAwareSet([1, 1, 2], threshold)).not.toHaveProperty("positionOnly");
  });

  it("covers at least k of n + 1 failures, flat or not, each held out in turn", () => {
    fc.assert(
      fc.property(
        fc.array(failure, { minLength: 1, maxLength: 14 }),
        shape,
        fc.integer({ min: 5, max: 95 }),
        (failures, method, percent) => {
          const alpha = percent / 100;
          const hits = failures.filter(({ stepScores, decisiveStep }, index) => {
            const threshold = flatAwareThreshold(failures.toSpliced(index, 1), { method, alpha });
            return flatAwareSet(stepScores, threshold).steps.includes(decisiveStep);
          });
          expect(hits.length).toBeGreaterThanOrEqual(conformalRank(failures.length - 1, alpha));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("says nothing of positions where every step is in anyway", () => {
    const threshold = flatAwareThreshold([], { method: "interval", alpha: 0.2 });
    const set = flatAwareSet([1, 1], threshold);
    expect(set).toMatchObject({ steps: [0, 1], trivial: { needed: 4 } });
    expect(set).not.toHaveProperty("positionOnly");
  });

  it("refuses a threshold of another method", () => {
    const threshold = flatAwareThreshold([], { method: "interval", alpha: 0.2 });
    const byScores = { ...threshold.byScores, method: "left" as const };
    expect(() => flatAwareSet([1], { ...threshold, byScores })).toThrow(
      new RangeError('Expected `byScores.method` to be "interval", "suffix" or "prefix", got "left".'),
    );
  });
});
