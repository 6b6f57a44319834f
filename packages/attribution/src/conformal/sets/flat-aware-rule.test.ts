import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrateSets, conformalRank, type LabelledRun, type SetMethod } from "../index.ts";
import { seededRandom } from "../seeded-random.ts";
import { entersAtOnce, isFlat } from "./flat-aware-rule.ts";

const shape = fc.constantFrom("interval" as const, "suffix" as const, "prefix" as const);
const failure = fc
  .oneof(
    fc.integer({ min: 1, max: 8 }).map((length) => Array.from({ length }, () => 0.5)),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
  )
  .chain((stepScores) =>
    fc.record({
      stepScores: fc.constant(stepScores),
      decisiveSteps: fc.nat({ max: stepScores.length - 1 }).map((step) => [step]),
      draw: fc.nat(),
    }),
  );

/** Errors late in runs of 6 to 15 steps, and a scorer that has nothing to say. */
function drawFlat(random: () => number): LabelledRun {
  const length = 6 + Math.floor(10 * random());
  return {
    stepScores: Array.from({ length }, () => 0.5),
    decisiveSteps: [Math.floor(length * random() ** 0.3)],
    draw: Math.floor(2 ** 32 * random()),
  };
}

describe("isFlat", () => {
  it("tells scores that are all alike", () => {
    expect(isFlat([0.5, 0.5, 0.5])).toBe(true);
    expect(isFlat([0.5, 0.5, 0.5 + 1e-8])).toBe(true);
    expect(isFlat([0, 0])).toBe(true);
    expect(isFlat([0.5, 0.4, 0.5])).toBe(false);
    expect(isFlat([0.5])).toBe(false);
  });

  it("is not true of scores that point at the first step, though all steps enter a suffix at once", () => {
    expect(isFlat([0.5, 0.4, 0.3])).toBe(false);
    expect(entersAtOnce([0.5, 0.4, 0.3], "suffix")).toBe(true);
    expect(entersAtOnce([0.5, 0.4, 0.3], "prefix")).toBe(false);
    expect(entersAtOnce([0.3, 0.4, 0.5], "suffix")).toBe(false);
    expect(entersAtOnce([0.5, 0.5], "interval")).toBe(true);
    expect(entersAtOnce([0.5], "suffix")).toBe(false);
  });
});

const run = (stepScores: readonly number[], draw = 0) => ({ stepScores, draw });

describe("sets where scores may be flat", () => {
  it("go by position where scores are flat, say so, and are smaller", () => {
    const random = seededRandom(8);
    const calibration = Array.from({ length: 40 }, () => drawFlat(random));
    const sets = calibrateSets(calibration, { method: "suffix", alpha: 0.2 });
    const fresh = drawFlat(random);
    const set = sets.setOf(fresh);
    expect(set).toMatchObject({ guarantee: "exact", level: expect.closeTo(0.8, 1) });
    expect(set.positionOnly).toMatch(/scores of 41 of 41 runs do not tell steps apart/);
    expect(set.reason).toMatch(/positions alone decide/);
    expect(set.range.end).toBe(fresh.stepScores.length - 1);
    expect(set.steps.length).toBeLessThan(fresh.stepScores.length);
  });

  const telling = Array.from({ length: 9 }, (_, index) => ({
    stepScores: [0.1, 0.2 + index / 100, 0.9],
    decisiveSteps: [2],
    draw: index,
  }));

  it("are the plain sets where scores tell steps apart", () => {
    const set = calibrateSets(telling, { method: "suffix", alpha: 0.2 }).setOf(run([0.1, 0.5, 0.6]));
    expect(set.reason).toMatch(/by suffix/);
    expect(set).not.toHaveProperty("positionOnly");
  });

  it("start where the scores point, although most mistakes are in the first step", () => {
    const pointingAt = (mistake: number, draw: number): LabelledRun => ({
      stepScores: Array.from({ length: 8 }, (_, step) => (step === mistake ? 5 : 0.1)),
      decisiveSteps: [mistake],
      draw,
    });
    const calibration = Array.from({ length: 60 }, (_, index) =>
      pointingAt(index % 5 < 3 ? 0 : 1 + (index % 2), index),
    );
    const sets = calibrateSets(calibration, { method: "suffix", alpha: 0.1 });
    for (const mistake of [1, 2]) {
      const set = sets.setOf(pointingAt(mistake, 1000));
      expect(set).not.toHaveProperty("positionOnly");
      expect(set.range.start).toBe(mistake);
    }
  });

  it("go by position where every run's steps enter at once, as with a scorer that knows positions alone", () => {
    const runAt = (mistake: number): LabelledRun => ({
      stepScores: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05],
      decisiveSteps: [mistake],
      draw: mistake,
    });
    const sets = calibrateSets([1, 2, 3, 4, 4, 5, 5, 5, 5].map(runAt), { method: "suffix", alpha: 0.2 });
    const set = sets.setOf(runAt(5));
    expect(set.positionOnly).toMatch(/scores of 10 of 10 runs/);
    expect(set.range.start).toBeGreaterThan(0);
    // One run whose scores point later is enough to tell.
    expect(sets.setOf({ ...runAt(5), stepScores: [0, 0, 0, 1, 0, 0] })).not.toHaveProperty("positionOnly");
  });

  it("let the run itself cast the deciding vote", () => {
    const calibration = [
      { stepScores: [1, 1], decisiveSteps: [1], draw: 1 },
      { stepScores: [1, 1], decisiveSteps: [0], draw: 2 },
      { stepScores: [1, 2], decisiveSteps: [1], draw: 3 },
      { stepScores: [1, 3], decisiveSteps: [1], draw: 4 },
    ];
    const sets = calibrateSets(calibration, { method: "suffix", alpha: 0.5 });
    expect(sets.setOf(run([1, 1, 1]))).toHaveProperty("positionOnly");
    expect(sets.setOf(run([1, 1, 2]))).not.toHaveProperty("positionOnly");
  });

  it("cover at least k of n + 1 failures, flat or not, each held out in turn", () => {
    fc.assert(
      fc.property(
        fc.array(failure, { minLength: 1, maxLength: 14 }),
        shape,
        fc.integer({ min: 5, max: 95 }),
        fc.constantFrom(0, 0.3, 0.7, 0.99),
        (failures, method: SetMethod, percent, u) => {
          const alpha = percent / 100;
          const hits = failures.filter((held, index) =>
            calibrateSets(failures.toSpliced(index, 1), { method, alpha, u })
              .setOf(held)
              .steps.includes(held.decisiveSteps[0] ?? -1),
          );
          expect(hits.length).toBeGreaterThanOrEqual(conformalRank(failures.length - 1, alpha, u));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("say nothing of positions where every step is in anyway", () => {
    const set = calibrateSets([], { method: "interval", alpha: 0.2 }).setOf(run([1, 1]));
    expect(set).toMatchObject({ steps: [0, 1], trivial: { needed: 4 } });
    expect(set).not.toHaveProperty("positionOnly");
  });

  it("are never by position with `delta`, which that choice would void", () => {
    const random = seededRandom(8);
    const calibration = Array.from({ length: 40 }, () => drawFlat(random));
    const set = calibrateSets(calibration, { method: "suffix", alpha: 0.2, delta: 0.1 }).setOf(
      drawFlat(random),
    );
    expect(set).not.toHaveProperty("positionOnly");
  });
});
