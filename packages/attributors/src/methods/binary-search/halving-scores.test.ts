import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { halvingScores, type Decision } from "./halving-scores.ts";
import { halfOf, type Segment } from "./segment.ts";

const decision: fc.Arbitrary<Decision> = fc.record({
  half: fc.constantFrom("first", "second"),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Decisions down to one step of a trajectory. */
const search = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.array(decision, { minLength: 8, maxLength: 8 }))
  .map(([length, decisions]) => {
    const taken: Decision[] = [];
    let segment: Segment = { low: 0, high: length - 1 };
    for (const one of decisions) {
      if (segment.low === segment.high) break;
      taken.push(one);
      segment = halfOf(segment, one.half);
    }
    return { length, taken, found: segment.low };
  });

describe("halvingScores", () => {
  it("sums to 1, with no score outside of [0, 1]", () => {
    fc.assert(
      fc.property(search, fc.nat(8), ({ length, taken }, cut) => {
        const scores = halvingScores(length, taken.slice(0, cut));
        expect(scores).toHaveLength(length);
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it("suspects no step more than the one that was found, however unsure the answers", () => {
    fc.assert(
      fc.property(search, ({ length, taken, found }) => {
        const scores = halvingScores(length, taken);
        expect(Math.max(...scores) - (scores[found] ?? 0)).toBeLessThan(1e-12);
      }),
    );
  });

  it("is even without decisions", () => {
    expect(halvingScores(4, [])).toEqual([0.25, 0.25, 0.25, 0.25]);
  });
});
