import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrateThreshold, conformalRank, predictionSet, SmallSampleError } from "./index.ts";
import type { CalibrateThresholdOptions } from "./calibrate-threshold.ts";
import { seededRandom } from "./seeded-random.ts";

const three = [-0.9, -1.5, -1.1];
const suffix = (options: Partial<CalibrateThresholdOptions> = {}) => ({
  method: "suffix" as const,
  alpha: 0.2,
  ...options,
});

describe("calibrateThreshold with too few labels", () => {
  it("puts every step into the set by default, and says how many it takes", () => {
    const set = predictionSet([1, 2, 1], calibrateThreshold(three, suffix()));
    expect(set).toMatchObject({ steps: [0, 1, 2], level: 1, guarantee: "exact", trivial: { needed: 4 } });
  });

  it("takes the largest score for `max`, and reports n / (n + 1) and the shortfall", () => {
    const threshold = calibrateThreshold(three, suffix({ smallSample: "max" }));
    expect(threshold).toMatchObject({ rank: 3, value: -0.9, level: 0.75 });
    const set = predictionSet([0.1, 0.1, 0.8], threshold);
    expect(set).toMatchObject({ steps: [2], level: 0.75, guarantee: "exact", shortfall: { needed: 4 } });
    expect(set.reason).toMatch(/at least 3 in 4 such sets .* That is less than requested: alpha 0.2 needs 4/);
  });

  it("throws for `throw`, with a code and both numbers", () => {
    const calibrate = () => calibrateThreshold(three, suffix({ smallSample: "throw" }));
    expect(calibrate).toThrow(SmallSampleError);
    expect(calibrate).toThrow(RangeError);
    expect(calibrate).toThrow(expect.objectContaining({ code: "SMALL_SAMPLE", n: 3, needed: 4 }));
    expect(calibrate).toThrow("Expected at least 4 labelled failures for alpha 0.2, got 3.");
  });

  it("does not matter where there are enough, nor where alpha 0 asks for every step", () => {
    for (const smallSample of ["full", "max", "throw"] as const) {
      const enough = calibrateThreshold([...three, 0], suffix({ smallSample }));
      expect(enough).toEqual(calibrateThreshold([...three, 0], suffix()));
      expect(predictionSet([0.1, 0.1, 0.8], enough)).not.toHaveProperty("shortfall");
      expect(calibrateThreshold(three, suffix({ smallSample, alpha: 0 })).value).toBe(Infinity);
    }
  });

  it("has nothing to take for `max` without any failure", () => {
    const threshold = calibrateThreshold([], suffix({ smallSample: "max" }));
    expect(threshold).toMatchObject({ rank: 1, value: Infinity, level: 1 });
    expect(predictionSet([1], threshold)).toMatchObject({ trivial: { needed: 4 } });
  });

  it("covers n / (n + 1) for `max`, over 5,000 simulated failures", () => {
    const random = seededRandom(11);
    let hits = 0;
    for (let draw = 0; draw < 5000; draw += 1) {
      const [fresh = 1, ...labelled] = Array.from({ length: 4 }, random);
      if (fresh <= calibrateThreshold(labelled, suffix({ smallSample: "max" })).value) hits += 1;
    }
    expect(hits / 5000).toBeCloseTo(0.75, 1);
  });

  it("refuses another policy", () => {
    const options: CalibrateThresholdOptions = JSON.parse(
      '{ "method": "left", "alpha": 0.2, "smallSample": "guess" }',
    );
    expect(() => calibrateThreshold(three, options)).toThrow(
      new RangeError('Expected `smallSample` to be "full", "max" or "throw", got "guess".'),
    );
  });
});

describe("calibrateThreshold with delta", () => {
  const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

  it("takes the rank that all but delta of calibrations need, and says how sure it is", () => {
    const threshold = calibrateThreshold(upTo(40), suffix({ delta: 0.1 }));
    expect(threshold).toMatchObject({ delta: 0.1, rank: 36, value: 36, level: 36 / 41 });
    const set = predictionSet([0.2, 0.8], threshold);
    expect(set.confidence).toBeGreaterThanOrEqual(0.9);
    expect(set.reason).toMatch(/With probability at least 0.9\d* this calibration covers 0.8 of the runs/);
  });

  it("covers 1 - alpha in all but a share delta of 20,000 simulated calibrations", () => {
    const random = seededRandom(2);
    let poor = { pac: 0, average: 0 };
    for (let draw = 0; draw < 20_000; draw += 1) {
      // Uniform scores: the threshold is the coverage.
      const scores = Array.from({ length: 19 }, random);
      if (calibrateThreshold(scores, suffix({ delta: 0.1 })).value < 0.8)
        poor = { ...poor, pac: poor.pac + 1 };
      if (calibrateThreshold(scores, suffix()).value < 0.8) poor = { ...poor, average: poor.average + 1 };
    }
    const { confidence = 0 } = calibrateThreshold(upTo(19), suffix({ delta: 0.1 }));
    expect(poor.pac / 20_000).toBeCloseTo(1 - confidence, 2);
    expect(poor.pac / 20_000).toBeLessThan(0.1);
    expect(poor.average / 20_000).toBeGreaterThan(0.4);
  });

  it("treats too few labels by the same policies, with its own count", () => {
    const nine = upTo(9);
    expect(predictionSet([1, 2], calibrateThreshold(nine, suffix({ delta: 0.1 })))).toMatchObject({
      steps: [0, 1],
      trivial: { needed: 11, reason: expect.stringContaining("alpha 0.2 and delta 0.1 needs 11") },
    });
    const most = calibrateThreshold(nine, suffix({ delta: 0.1, smallSample: "max" }));
    expect(most).toMatchObject({ rank: 9, confidence: expect.closeTo(1 - 0.8 ** 9, 10) });
    expect(predictionSet([1, 2], most)).toMatchObject({ shortfall: { needed: 11 } });
    expect(() => calibrateThreshold(nine, suffix({ delta: 0.1, smallSample: "throw" }))).toThrow(
      "Expected at least 11 labelled failures for alpha 0.2 and delta 0.1, got 9.",
    );
  });

  it("never drops a step when delta or alpha shrinks", () => {
    const percent = fc.integer({ min: 1, max: 99 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 150 }), percent, percent, percent, percent, (n, a, b, c, d) => {
        const valueAt = (alpha: number, delta: number) =>
          calibrateThreshold(upTo(n), suffix({ alpha: alpha / 100, delta: delta / 100 })).value;
        expect(valueAt(Math.min(a, b), Math.min(c, d))).toBeGreaterThanOrEqual(
          valueAt(Math.max(a, b), Math.max(c, d)),
        );
      }),
    );
  });

  it("at up to 1/2 asks for no less than the average does", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 40 }),
        (n, alpha, delta) => {
          const { rank } = calibrateThreshold(upTo(n), suffix({ alpha: alpha / 100, delta: delta / 100 }));
          expect(rank).toBeGreaterThanOrEqual(conformalRank(n, alpha / 100));
        },
      ),
    );
  });
});

describe("calibrateThreshold with `approximate`", () => {
  it("makes sets that say so, and why", () => {
    const approximate = "its scores were made fold by fold";
    const threshold = calibrateThreshold([1, 2, 3, 4], suffix({ approximate }));
    const set = predictionSet([0.2, 0.8], threshold);
    expect(set).toMatchObject({ guarantee: "approximate", level: 0.8 });
    expect(set.reason).toContain(
      "about 4 in 5 such sets are meant to contain the decisive step, not guaranteed since its scores",
    );
  });

  it("leaves the set of every step exact: it cannot miss", () => {
    const threshold = calibrateThreshold([], suffix({ approximate: "it rests on a guess" }));
    expect(predictionSet([0.2, 0.8], threshold)).toMatchObject({ guarantee: "exact", level: 1 });
  });
});
