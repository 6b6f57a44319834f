import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { differenceInterval } from "./difference-interval.ts";

/** P(X = k) of X ~ Binomial(n, p). */
function chanceOf(k: number, n: number, p: number): number {
  let chance = p ** k * (1 - p) ** (n - k);
  for (let i = 1; i <= k; i += 1) chance *= (n - k + i) / i;
  return chance;
}

/** How likely the interval holds p2 - p1, summed over all outcomes of both samples. */
function coverage(n: number, m: number, p1: number, p2: number, confidence: number): number {
  let covered = 0;
  for (let a = 0; a <= n; a += 1)
    for (let b = 0; b <= m; b += 1) {
      const first = { successes: a, n };
      const { lower, upper } = differenceInterval(first, { successes: b, n: m }, confidence);
      if (lower <= p2 - p1 && p2 - p1 <= upper) covered += chanceOf(a, n, p1) * chanceOf(b, m, p2);
    }
  return covered;
}

const trials = fc
  .integer({ min: 1, max: 60 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.nat({ max: n }) }));

describe("differenceInterval", () => {
  it("holds the difference as often as it says, in small samples too", () => {
    for (const [n, m] of [
      [3, 3],
      [5, 10],
      [10, 10],
    ] as const)
      for (const p1 of [0.05, 0.3, 0.5, 0.9])
        for (const p2 of [0.05, 0.3, 0.5, 0.9])
          expect(coverage(n, m, p1, p2, 0.9)).toBeGreaterThanOrEqual(0.9);
  });

  it("holds the difference of the shares, stays in [-1, 1], and turns around with the samples", () =>
    fc.assert(
      fc.property(trials, trials, (first, second) => {
        const { lower, upper } = differenceInterval(first, second, 0.9);
        const difference = second.successes / second.n - first.successes / first.n;
        expect(lower).toBeLessThanOrEqual(difference);
        expect(upper).toBeGreaterThanOrEqual(difference);
        expect(lower).toBeGreaterThanOrEqual(-1 - 1e-12);
        expect(upper).toBeLessThanOrEqual(1 + 1e-12);
        const turned = differenceInterval(second, first, 0.9);
        expect(turned.lower).toBeCloseTo(-upper, 12);
        expect(turned.upper).toBeCloseTo(-lower, 12);
      }),
    ));

  it("refuses samples of nothing", () => {
    expect(() => differenceInterval({ successes: 0, n: 0 }, { successes: 1, n: 1 })).toThrow(RangeError);
  });
});
