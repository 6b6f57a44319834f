import { describe, expect, inject, it } from "vitest";
import { calibrateSets, type LabelledRun, seededRandom } from "../index.ts";
import { plantedWeight } from "./weighted-rule.ts";

/** A run of 5 to 12 steps by an agent that errs with probability e a step: where it first errs, if it does. */
function drawNatural(
  errorRate: number,
  random: () => number,
): { readonly length: number; readonly first: number } {
  const length = 5 + Math.floor(8 * random());
  const errs = Array.from({ length }, () => random() < errorRate);
  return { length, first: errs.indexOf(true) };
}

/** Scores that say a little about the first mistake. */
function scored(length: number, first: number, random: () => number): LabelledRun {
  const stepScores = Array.from({ length }, (_, step) => random() * (step === first ? 2 : 1));
  return { stepScores, decisiveSteps: [first], draw: Math.floor(2 ** 32 * random()) };
}

function drawPlanted(errorRate: number, random: () => number): LabelledRun {
  for (;;) {
    const { first, length } = drawNatural(errorRate, random);
    if (first < 0) return { ...scored(length, Math.floor(length * random()), random), planted: true };
  }
}

function drawFailure(errorRate: number, random: () => number): LabelledRun {
  for (;;) {
    const { first, length } = drawNatural(errorRate, random);
    if (first >= 0) return scored(length, first, random);
  }
}

/** Of runs of 5 to 12 steps. */
const ratesAt = (errorRate: number) => ({
  errorRate,
  successRate: [5, 6, 7, 8, 9, 10, 11, 12].reduce((sum, l) => sum + (1 - errorRate) ** l / 8, 0),
});
const ERROR_RATE = 0.05;
const plantedRates = ratesAt(ERROR_RATE);

/** Failures that each calibration is tried on: to draw some more costs less than another calibration. */
const FRESH = 30;

/** Share of natural failures whose set starts at or before the first mistake. */
function coverage(weighed: boolean, planted: number, seed: number, errorRate: number = ERROR_RATE): number {
  const random = seededRandom(seed);
  let covered = 0;
  const rounds = inject("allRounds") ? 800 : 200;
  for (let round = 0; round < rounds; round += 1) {
    const failures = Array.from({ length: 99 }, (_, at) =>
      (at < planted ? drawPlanted : drawFailure)(errorRate, random),
    );
    const sets = calibrateSets(failures, {
      method: "suffix",
      alpha: 0.2,
      ...(weighed ? { plantedRates: ratesAt(errorRate) } : {}),
    });
    for (let fresh = 0; fresh < FRESH; fresh += 1) {
      const run = drawFailure(errorRate, random);
      if (sets.setOf(run).range.start <= (run.decisiveSteps[0] ?? -1)) covered += 1;
    }
  }
  return covered / (FRESH * rounds);
}

describe("planted labels weighed by position", () => {
  // docs/guarantee.md has the shares that are missed more than alpha allows.
  it.each([
    { errorRate: 0.03, missed: "1 to 2", most: 0.798, least: 0.77 },
    { errorRate: 0.15, missed: "6 to 8", most: 0.745, least: 0.715 },
  ])(
    "cover natural failures at 1 - alpha, where labels that count alike miss $missed in a hundred more at an error rate of $errorRate",
    ({ errorRate, least, most }) => {
      const alike = coverage(false, 99, 1, errorRate);
      const weighed = coverage(true, 99, 1, errorRate);
      expect(alike).toBeGreaterThan(least);
      expect(alike).toBeLessThan(most);
      expect(weighed).toBeGreaterThan(0.785);
      expect(weighed).toBeLessThan(0.83);
    },
  );

  it("cover them beside natural labels, too", () => {
    const weighed = coverage(true, 50, 2);
    expect(weighed).toBeGreaterThan(0.785);
    expect(weighed).toBeLessThan(0.83);
  });

  it("says that it is approximate, and on what it rests", () => {
    const random = seededRandom(3);
    const failures = Array.from({ length: 40 }, () => drawPlanted(ERROR_RATE, random));
    const set = calibrateSets(failures, { method: "suffix", alpha: 0.2, plantedRates }).setOf(
      drawFailure(ERROR_RATE, random),
    );
    expect(set).toMatchObject({ guarantee: "approximate", level: 0.8 });
    expect(set.reason).toMatch(/planted ones weighed by their position: about 0\.8 of such sets/);
  });

  it.each(["suffix", "selected"] as const)(
    "says of %s sets that labels which count alike stand for planted failures",
    (method) => {
      const random = seededRandom(3);
      const failures = Array.from({ length: 40 }, () => drawPlanted(ERROR_RATE, random));
      const set = calibrateSets(failures, { method, alpha: 0.2 }).setOf(drawFailure(ERROR_RATE, random));
      expect(set.guarantee).toBe("approximate");
      expect(set.reason).toMatch(/natural first mistakes lie earlier than planted ones/);
    },
  );

  it("gives every step where labels are too few, and says how many it takes", () => {
    const random = seededRandom(3);
    const set = calibrateSets([drawPlanted(ERROR_RATE, random)], {
      method: "suffix",
      alpha: 0.2,
      plantedRates,
    }).setOf(drawFailure(ERROR_RATE, random));
    expect(set.trivial?.needed).toBeGreaterThanOrEqual(4);
    expect(set.range.start).toBe(0);
  });

  it("says the number of labels that the run takes, and not one more", () => {
    // The least weight of the run's steps is 12 / 5 of a label's: 12 / 5 (1 - 0.2) / 0.2 = 9.6 labels outweigh it.
    const failure = { stepScores: [0.1, 0.1, 0.1, 0.1, 0.6], decisiveSteps: [4], planted: true };
    const run = { stepScores: Array.from({ length: 12 }, (_, step) => step), draw: 99 };
    const trivialWith = (count: number) =>
      calibrateSets(
        Array.from({ length: count }, (_, draw) => ({ ...failure, draw })),
        { method: "suffix", alpha: 0.2, plantedRates },
      ).setOf(run).trivial;
    expect(trivialWith(9)).toMatchObject({ needed: 10 });
    expect(trivialWith(10)).toBeUndefined();
  });

  it("is the plain set where no label is planted", () => {
    const random = seededRandom(4);
    const failures = Array.from({ length: 30 }, () => drawFailure(ERROR_RATE, random));
    const run = drawFailure(ERROR_RATE, random);
    const options = { method: "suffix", alpha: 0.2 } as const;
    expect(calibrateSets(failures, { ...options, plantedRates }).setOf(run)).toEqual(
      calibrateSets(failures, options).setOf(run),
    );
  });

  it("weighs a planted label by how much likelier natural failures make its place", () => {
    // e = 0.1, s = 0.5, l = 2: planted (1 - e)^2 / 2 / 0.5 = 0.81 at either step; natural 0.1 and 0.09, over 0.5.
    const rates = { errorRate: 0.1, successRate: 0.5 };
    expect(plantedWeight(2, 0, rates)).toBeCloseTo(0.1 / 0.5 / 0.81, 9);
    expect(plantedWeight(2, 1, rates)).toBeCloseTo(0.09 / 0.5 / 0.81, 9);
  });
});
