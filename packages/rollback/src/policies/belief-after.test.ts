import { stepShares } from "@langgraph-rollback/attribution";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { beliefAfter } from "./belief-after.ts";
import { currentBelief, reachOf } from "./current-belief.ts";
import type { FailedTry } from "./policy.ts";

const RATES = { errorRate: 0.03, repeatRate: 0.2 };

const scores = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 9 });
const rate = fc.double({ min: 0, max: 1, noNaN: true });

const anyTries: fc.Arbitrary<readonly FailedTry[]> = fc.array(
  fc
    .tuple(scores, fc.nat(), fc.option(fc.constantFrom("a", "b"), { nil: undefined }))
    .map(([drawn, start, reason]) => ({
      scores: drawn,
      start: start % drawn.length,
      ...(reason === undefined ? {} : { reason }),
    })),
  { minLength: 1, maxLength: 4 },
);

function even(length: number): readonly number[] {
  return Array.from({ length }, () => 1 / length);
}

/** Belief that the mistake of a retry from step 2 of 4 is an old one, in the kept steps. */
function oldness(sameReason: boolean | undefined): number {
  const [first = 0, second = 0] = beliefAfter(even(4), { shares: even(4), start: 2, sameReason }, RATES);
  return first + second;
}

describe("the belief after a failed retry", () => {
  it("is the formula's, step by step, by hand", () => {
    const before = [0.1, 0.2, 0.4, 0.3];
    const shares = [0.4, 0.3, 0.2, 0.1];
    const found = beliefAfter(before, { shares, start: 2, sameReason: true }, RATES);
    // Kept: .85 sqrt(b l p l) / l. Redone: (2/4) [.85 .2 b / .7 + .05 .8 .03] .97^(j - 2) sqrt(.7) p l.
    const weights = [
      0.85 * Math.sqrt(0.1 * 0.4),
      0.85 * Math.sqrt(0.2 * 0.3),
      0.5 * (0.85 * 0.2 * (0.4 / 0.7) + 0.05 * 0.8 * 0.03) * Math.sqrt(0.7) * 0.2 * 4,
      0.5 * (0.85 * 0.2 * (0.3 / 0.7) + 0.05 * 0.8 * 0.03) * 0.97 * Math.sqrt(0.7) * 0.1 * 4,
    ];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [step, weight] of weights.entries()) expect(found[step]).toBeCloseTo(weight / total, 12);
  });

  it("is surer of an old mistake if the reason is the same, less sure if it is another", () => {
    expect(oldness(true)).toBeGreaterThan(oldness(undefined));
    expect(oldness(undefined)).toBeGreaterThan(oldness(false));
  });

  it("moves to the kept steps where the retry was likely to succeed if it had reached the mistake", () => {
    expect(oldness(undefined)).toBeGreaterThan(0.5);
  });

  it("follows the scores of the new attempt among the steps done again", () => {
    const found = beliefAfter(
      even(4),
      { shares: [0.1, 0.1, 0.1, 0.7], start: 0, sameReason: undefined },
      RATES,
    );
    expect(found.indexOf(Math.max(...found))).toBe(3);
  });

  it("is a belief whatever the lengths, scores, starts and rates of the attempts", () => {
    fc.assert(
      fc.property(
        anyTries,
        rate,
        rate,
        fc.double({ min: 0, max: 2, noNaN: true }),
        (tries, e, repeat, exponent) => {
          const context = { tries, exponent, rates: { errorRate: e, repeatRate: repeat } };
          const belief = currentBelief(context);
          expect(belief).toHaveLength(tries.at(-1)?.scores.length ?? 0);
          expect(belief.every((share) => share >= 0)).toBe(true);
          expect(belief.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
          for (let start = 0; start < belief.length; start += 1) {
            expect(reachOf(context, start)).toBeLessThanOrEqual(1);
            expect(reachOf(context, start)).toBeGreaterThanOrEqual(reachOf(context, start + 1));
          }
        },
      ),
    );
  });

  it("is the scores' shares alone after one attempt", () => {
    const context = { tries: [{ scores: [1, 3], start: 0 }], exponent: 0.5, rates: RATES };
    expect(currentBelief(context)).toEqual(stepShares([1, 3], 0.5));
    expect(reachOf(context, 0)).toBeCloseTo(1, 12);
    expect(reachOf(context, 1)).toBeCloseTo(stepShares([1, 3], 0.5)[1] ?? 0, 12);
  });

  it("falls back on the new scores where the rates leave no mistake possible", () => {
    const tries = [
      { scores: [1, 1], start: 0 },
      { scores: [1, 3], start: 0 },
    ];
    expect(currentBelief({ tries, exponent: 1, rates: { errorRate: 0, repeatRate: 0 } })).toEqual(
      stepShares([1, 3], 1),
    );
  });
});
