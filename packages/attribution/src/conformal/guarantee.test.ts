import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelsNeeded } from "./conformal-rank.ts";
import { drawMany, drawUninformative } from "./fixtures/draw-failure.ts";
import {
  betaLaw,
  calibrateThreshold,
  conformalQuantile,
  conformalRank,
  nonconformity,
  pacRank,
  predictionSet,
} from "./index.ts";
import type { LabelledScores } from "./labelled-scores.ts";
import { seededRandom } from "./seeded-random.ts";

// The statements of docs/guarantee.md; the table at its end names these tests, and test/docs holds it to that.

const options = { method: "suffix", alpha: 0.2 } as const;

function thresholdOf(failures: readonly LabelledScores[]) {
  const values = failures.map(
    ({ stepScores, decisiveStep }) => nonconformity(stepScores, options)[decisiveStep] ?? Number.NaN,
  );
  return calibrateThreshold(values, options);
}

/** The same failures, by a scorer that knows: the decisive step mostly stands out. */
function drawTelling(random: () => number): LabelledScores {
  const { stepScores, decisiveStep } = drawUninformative(random);
  return {
    stepScores: stepScores.map((score, step) => score + (step === decisiveStep ? 5 : 0)),
    decisiveStep,
  };
}

/** Coverage and mean share of steps over calibrations of 40, with ten fresh failures for each. */
function measure(draw: (random: () => number) => LabelledScores, seed: number, calibrations = 300) {
  const random = seededRandom(seed);
  let [hits, share] = [0, 0];
  for (let calibration = 0; calibration < calibrations; calibration += 1) {
    const threshold = thresholdOf(drawMany(40, draw, random));
    for (const { stepScores, decisiveStep } of drawMany(10, draw, random)) {
      const { steps } = predictionSet(stepScores, threshold);
      if (steps.includes(decisiveStep)) hits += 1;
      share += steps.length / stepScores.length;
    }
  }
  return { coverage: hits / (10 * calibrations), share: share / (10 * calibrations) };
}

describe("what docs/guarantee.md says", () => {
  it.each([
    [20, 0.66, 0.93],
    [100, 0.73, 0.86],
    [500, 0.77, 0.83],
  ])("a calibration of %d covers between %d and %d, nine times out of ten", (n, low, high) => {
    const law = betaLaw(n, conformalRank(n, 0.2));
    expect(law.quantile(0.05)).toBeCloseTo(low, 2);
    expect(law.quantile(0.95)).toBeCloseTo(high, 2);
    const random = seededRandom(n);
    // Uniform nonconformities: the threshold is the coverage.
    const coverages = drawMany(
      1000,
      (next) =>
        conformalQuantile(
          drawMany(n, (draw) => draw(), next),
          0.2,
        ),
      random,
    );
    const within = coverages.filter(
      (coverage) => coverage > law.quantile(0.05) && coverage < law.quantile(0.95),
    );
    expect(within.length / 1000).toBeCloseTo(0.9, 1);
  });

  it.each([
    [0.2, 4],
    [0.1, 9],
    [0.05, 19],
  ])("alpha %d takes %d labels, 1/alpha - 1, for a set other than all steps", (alpha, n) => {
    expect(labelsNeeded(alpha)).toBe(n);
    expect(conformalRank(n, alpha)).toBeLessThanOrEqual(n);
    expect(conformalRank(n - 1, alpha)).toBe(n);
  });

  it("level is never below 1 - alpha, and at most 1 / (n + 1) above it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (n, alpha) => {
          const level = conformalRank(n, alpha) / (n + 1);
          expect(level).toBeGreaterThanOrEqual(1 - alpha - 1e-9);
          expect(level).toBeLessThanOrEqual(1 - alpha + 1 / (n + 1) + 1e-9);
        },
      ),
    );
  });

  it("a scorer that knows nothing makes sets larger, and misses no more", () => {
    const good = measure(drawTelling, 41);
    const poor = measure(drawUninformative, 42);
    expect(good.coverage).toBeGreaterThan(0.78);
    expect(poor.coverage).toBeGreaterThan(0.78);
    expect(poor.share).toBeGreaterThan(good.share + 0.1);
  });

  it("fitting and calibrating on the same runs breaks it", () => {
    const random = seededRandom(43);
    let hits = 0;
    for (let run = 0; run < 400; run += 1) {
      // A scorer that has learnt its labels by heart is sure of them, and of nothing else.
      const known = drawMany(40, drawUninformative, random).map(({ stepScores, decisiveStep }) => ({
        stepScores: stepScores.map((_, step) => (step === decisiveStep ? 1 : 0)),
        decisiveStep,
      }));
      const fresh = drawUninformative(random);
      if (predictionSet(fresh.stepScores, thresholdOf(known)).steps.includes(fresh.decisiveStep)) hits += 1;
    }
    expect(hits / 400).toBeLessThan(0.6);
  });

  it("being sure of a calibration costs more than twice the labels, and larger ranks", () => {
    for (const alpha of [0.05, 0.1, 0.2, 0.3]) {
      const least = Array.from({ length: 200 }, (_, n) => n).find(
        (n) => pacRank(n, alpha, 0.1) !== undefined,
      );
      expect(least).toBeGreaterThan(2 * labelsNeeded(alpha));
      expect(pacRank(100, alpha, 0.1)).toBeGreaterThan(conformalRank(100, alpha));
    }
  });
});
