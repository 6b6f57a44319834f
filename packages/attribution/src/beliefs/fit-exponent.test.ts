import { seededRandom } from "../conformal/index.ts";
import type { LabelledScores } from "../conformal/labelled-scores.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { seededOrder } from "../draws/seeded-order.ts";
import { fitExponent } from "./fit-exponent.ts";
import { stepShares } from "./step-shares.ts";

/** Failures whose decisive step is drawn from their own scores, raised to a power. */
function drawFailures(count: number, exponent: number, seed: number): readonly LabelledScores[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const length = 5 + Math.floor(8 * random());
    const stepScores = Array.from({ length }, () => Math.exp(3 * random()));
    let left = random();
    const decisiveStep = stepShares(stepScores, exponent).findIndex((share) => (left -= share) < 0);
    return { stepScores, decisiveStep: Math.max(0, decisiveStep) };
  });
}

function logLikelihood(failures: readonly LabelledScores[], exponent: number): number {
  return failures.reduce(
    (sum, { stepScores, decisiveStep }) =>
      sum + Math.log(stepShares(stepScores, exponent)[decisiveStep] ?? 0),
    0,
  );
}

const anyFailure: fc.Arbitrary<LabelledScores> = fc
  .array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true })), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((stepScores) =>
    fc.record({
      stepScores: fc.constant(stepScores),
      decisiveStep: fc.nat({ max: stepScores.length - 1 }),
    }),
  );

describe("the exponent of a belief", () => {
  it.each([0.3, 0.7, 1, 1.6])("is found where labels were drawn with %d", (exponent) => {
    expect(fitExponent(drawFailures(3000, exponent, 5))).toBeCloseTo(exponent, 0);
    expect(Math.abs(fitExponent(drawFailures(3000, exponent, 5)) - exponent)).toBeLessThan(0.1);
  });

  it("is the likeliest in [0, 2] or, where that gains little, 0, for any scores", () => {
    fc.assert(
      fc.property(fc.array(anyFailure, { maxLength: 6 }), (failures) => {
        const found = fitExponent(failures);
        const gains = [0, 0.01, 0.1, 0.5, 1, 1.5, 2, found].map(
          (exponent) => logLikelihood(failures, exponent) - logLikelihood(failures, 0),
        );
        if (found === 0) expect(Math.max(...gains)).toBeLessThan(1.354);
        else {
          expect(found).toBeLessThanOrEqual(2);
          expect(gains.at(-1)).toBeGreaterThan(1.352);
          expect(Math.max(...gains)).toBeLessThanOrEqual((gains.at(-1) ?? 0) + 1e-9);
        }
      }),
    );
  });

  it("is 0 in 19 of 20 calibrations whose scores say nothing: permuted among the steps", () => {
    const calibrations = Array.from({ length: 200 }, (_, seed) =>
      drawFailures(60, 1, seed).map(({ stepScores, decisiveStep }, index) => ({
        stepScores: seededOrder(stepScores.length, 1000 * seed + index).map((step) => stepScores[step] ?? 0),
        decisiveStep,
      })),
    );
    const exponents = calibrations.map(fitExponent);
    expect(exponents.filter((exponent) => exponent > 0).length).toBeLessThan(0.05 * 200 + 4 * Math.sqrt(9.5));
    expect(Math.max(...exponents)).toBeLessThan(0.7);
  });

  it("is exactly 0 for flat scores, for scores that point away from the label, and without failures", () => {
    expect(fitExponent([])).toBe(0);
    expect(fitExponent([{ stepScores: [0.3, 0.3, 0.3], decisiveStep: 1 }])).toBe(0);
    expect(fitExponent([{ stepScores: [0, 0], decisiveStep: 1 }])).toBe(0);
    expect(fitExponent([{ stepScores: [1, 2, 9], decisiveStep: 0 }])).toBe(0);
  });

  it("tames scores that are surer than they may be: all on one step, and right half the time", () => {
    const sure = Array.from({ length: 200 }, (_, index) => ({
      stepScores: [0, 0, 1, 0, 0, 0],
      decisiveStep: index % 2 === 0 ? 2 : index % 5,
    }));
    const exponent = fitExponent(sure);
    expect(exponent).toBeGreaterThan(0);
    expect(exponent).toBeLessThan(0.6);
    // The belief then is as sure as the scores were right: 120 of 200.
    expect(stepShares([0, 0, 1, 0, 0, 0], exponent)[2]).toBeCloseTo(0.6, 6);
  });

  it("is at most 2, where the scores are always right", () => {
    const right = { stepScores: [0.1, 0.9], decisiveStep: 1 };
    expect(fitExponent([right, right, right])).toBe(2);
    // One alone shows nothing.
    expect(fitExponent([right])).toBe(0);
  });

  it("refuses a decisive step outside its trajectory", () => {
    expect(() => fitExponent([{ stepScores: [1, 1], decisiveStep: 2 }])).toThrow(
      "Expected `decisiveStep` in 0..1, got 2 of 2 steps.",
    );
  });
});

describe("step scores as a belief", () => {
  it("sum to 1, keep the order of scores, and ignore their scale", () => {
    fc.assert(
      fc.property(anyFailure, fc.double({ min: 0, max: 2, noNaN: true }), ({ stepScores }, exponent) => {
        const shares = stepShares(stepScores, exponent);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        for (const [step, share] of shares.entries()) {
          expect(share).toBeGreaterThan(0);
          const lower = stepScores.findIndex((score) => score < (stepScores[step] ?? 0));
          if (lower >= 0) expect(shares[lower]).toBeLessThanOrEqual(share);
        }
        const halved = stepShares(
          stepScores.map((score) => score / 2),
          exponent,
        );
        for (const [step, share] of halved.entries()) expect(share).toBeCloseTo(shares[step] ?? 0, 6);
      }),
    );
  });

  it("are even at exponent 0, and nearly the shares themselves at 1", () => {
    expect(stepShares([5, 0, 1], 0)).toEqual([1 / 3, 1 / 3, 1 / 3]);
    const [first = 0, second = 0] = stepShares([3, 1], 1);
    expect(first).toBeCloseTo(0.75, 2);
    expect(second).toBeGreaterThan(0.25);
  });

  it("never rule out a step that scores 0", () => {
    expect(stepShares([0, 1], 1)[0]).toBeCloseTo(0.005 / 1.01, 9);
  });

  it.each([
    [[], 1],
    [[Number.NaN], 1],
    [[-1], 1],
    [[Infinity], 1],
    [[1], -1],
    [[1], Number.NaN],
  ] as const)("refuse scores %o with exponent %d", (scores, exponent) => {
    expect(() => stepShares(scores, exponent)).toThrow(RangeError);
  });
});
