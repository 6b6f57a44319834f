import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaLaw, pacRank } from "./index.ts";
import { pacLabelsNeeded } from "./pac-rank.ts";

const count = fc.integer({ min: 0, max: 300 });
const share = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100);

describe("pacRank", () => {
  it.each([
    [19, 18],
    [40, 36],
    [92, 79],
    [9, undefined],
    [10, undefined],
    [11, 11],
  ])("of %d failures at alpha 0.2 and delta 0.1 is %s", (n, rank) => {
    expect(pacRank(n, 0.2, 0.1)).toBe(rank);
  });

  it("is the smallest rank whose delta-quantile reaches 1 - alpha", () => {
    fc.assert(
      fc.property(count, share, share, (n, alpha, delta) => {
        const reaches = (rank: number) => betaLaw(n, rank).quantile(delta) >= 1 - alpha - 1e-9;
        const ranks = Array.from({ length: n }, (_, index) => index + 1);
        expect(pacRank(n, alpha, delta)).toBe(ranks.find(reaches));
      }),
      { numRuns: 60 },
    );
  });

  it("never falls with n, and never rises with alpha or delta", () => {
    const rankOf = (n: number, alpha: number, delta: number) => pacRank(n, alpha, delta) ?? n + 1;
    fc.assert(
      fc.property(count, share, share, share, share, (n, alpha, delta, alpha2, delta2) => {
        const rank = rankOf(n, alpha, delta);
        expect(rankOf(n + 1, alpha, delta)).toBeGreaterThanOrEqual(rank);
        expect(rankOf(n, Math.max(alpha, alpha2), delta)).toBeLessThanOrEqual(rank);
        expect(rankOf(n, alpha, Math.max(delta, delta2))).toBeLessThanOrEqual(rank);
      }),
    );
  });

  it("exists from the smallest n with (1 - alpha)^n <= delta on", () => {
    fc.assert(
      fc.property(share, share, (alpha, delta) => {
        const needed = pacLabelsNeeded(alpha, delta);
        expect(pacRank(needed, alpha, delta)).toBeDefined();
        if (needed > 1) expect(pacRank(needed - 1, alpha, delta)).toBeUndefined();
      }),
    );
  });

  it("is nothing at alpha 0, which no finite threshold can honour", () => {
    expect(pacRank(1000, 0, 0.1)).toBeUndefined();
  });

  it.each([0, 1, Number.NaN])("refuses delta %d", (delta) => {
    expect(() => pacRank(9, 0.2, delta)).toThrow(
      new RangeError(`Expected \`delta\` in (0, 1), got ${delta}.`),
    );
  });
});
