import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conformalRank } from "./index.ts";
import { isRankDrawn, labelsNeeded } from "./conformal-rank.ts";

describe("conformalRank", () => {
  it.each([
    [24, 0.05, 24],
    [24, 0.1, 23],
    [24, 0.2, 20],
    [24, 0.5, 13],
    [9, 0.1, 9],
  ])("of %i scores at alpha %d is %i", (n, alpha, rank) => {
    expect(conformalRank(n, alpha)).toBe(rank);
  });

  it("does not drift up a rank where the textbook formula does", () => {
    expect(Math.ceil((9 + 1) * (1 - 0.7))).toBe(4);
    expect(conformalRank(9, 0.7)).toBe(3);
  });

  it("equals whole-number arithmetic for every alpha = a / b", () => {
    const fraction = fc
      .integer({ min: 2, max: 2000 })
      .chain((b) => fc.tuple(fc.integer({ min: 0, max: b - 1 }), fc.constant(b)));
    fc.assert(
      fc.property(fraction, fc.integer({ min: 0, max: 100_000 }), ([a, b], n) => {
        const misses = Number((BigInt(a) * BigInt(n + 1)) / BigInt(b));
        expect(conformalRank(n, a / b)).toBe(n + 1 - misses);
      }),
    );
  });

  it("is n + 1 when nine examples cannot support alpha 0.05", () => {
    expect(conformalRank(9, 0.05)).toBe(10);
  });

  it("is n + 1 with no labelled failure at all", () => {
    expect(conformalRank(0, 0.99)).toBe(1);
  });

  it("is n + 1 at alpha 0, which no finite threshold can promise", () => {
    expect(conformalRank(1000, 0)).toBe(1001);
  });

  it("never falls below 1, even next to alpha 1", () => {
    expect(conformalRank(5, 1 - 1e-12)).toBe(1);
  });

  const size = fc.integer({ min: 0, max: 300 });
  const alpha = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000);
  const draws = Array.from({ length: 1000 }, (_, index) => (index + 0.5) / 1000);

  it("is (1 - alpha) (n + 1) on average over u, but where too few labels leave nothing to draw", () => {
    fc.assert(
      fc.property(size, alpha, (n, miss) => {
        const plain = conformalRank(n, miss);
        const mean = draws.reduce((sum, u) => sum + conformalRank(n, miss, u), 0) / draws.length;
        const isDrawn = plain <= n && (1 - miss) * (n + 1) >= 1;
        expect(mean).toBeCloseTo(isDrawn ? (1 - miss) * (n + 1) : plain, 6);
        expect(isRankDrawn(n, miss)).toBe(draws.some((u) => conformalRank(n, miss, u) < plain));
      }),
    );
  });

  it("is the rank without u or one less, and never rises with alpha for one u", () => {
    fc.assert(
      fc.property(size, alpha, alpha, fc.constantFrom(...draws), (n, one, other, u) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(conformalRank(n, high, u)).toBeLessThanOrEqual(conformalRank(n, low, u));
        expect([0, 1]).toContain(conformalRank(n, one) - conformalRank(n, one, u));
      }),
    );
  });

  it.each([
    [18, 0.1, 0.89, 17],
    [18, 0.1, 0.91, 18],
    [19, 0.1, 0, 18],
    [9, 0.1, 0, 9],
    [8, 0.1, 0, 9],
  ])("of %i scores at alpha %d and u %d is %i", (n, miss, u, rank) => {
    expect(conformalRank(n, miss, u)).toBe(rank);
  });

  it.each([1, -0.1, Number.NaN])("refuses u %d", (u) => {
    expect(() => conformalRank(18, 0.1, u)).toThrow(new RangeError(`Expected \`u\` in [0, 1), got ${u}.`));
  });

  it.each([1, 1.2, -0.1, Number.NaN, Infinity])("refuses alpha %d", (miss) => {
    expect(() => conformalRank(10, miss)).toThrow(
      new RangeError(`Expected \`alpha\` in [0, 1), got ${miss}.`),
    );
  });

  it.each([-1, 1.5, Number.NaN, Infinity])("refuses n = %d", (n) => {
    expect(() => conformalRank(n, 0.2)).toThrow(
      new RangeError(`Expected \`n\` to be a whole number >= 0, got ${n}.`),
    );
  });
});

describe("labelsNeeded", () => {
  it.each([
    [0.05, 19],
    [0.1, 9],
    [0.2, 4],
    [0.3, 3],
    [1 / 3, 2],
    [0.5, 1],
    [0.9, 1],
  ])("for alpha %d is %i", (alpha, needed) => {
    expect(labelsNeeded(alpha)).toBe(needed);
  });

  it("is the first n whose rank is within the scores", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5000 }), fc.integer({ min: 1, max: 4999 }), (b, a) => {
        const alpha = (a % b || 1) / b;
        const needed = labelsNeeded(alpha);
        expect(conformalRank(needed, alpha)).toBeLessThanOrEqual(needed);
        expect(conformalRank(needed - 1, alpha)).toBe(needed);
      }),
    );
  });
});
