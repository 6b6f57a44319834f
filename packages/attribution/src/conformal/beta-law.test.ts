import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaLaw, conformalQuantile, conformalRank } from "./index.ts";
import { seededRandom } from "./seeded-random.ts";

const setting = fc
  .integer({ min: 1, max: 400 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 1, max: n })));
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });

describe("betaLaw", () => {
  it("averages to the attained level", () => {
    expect(betaLaw(19, 16).mean).toBe(0.8);
  });

  it("is the law of the coverage over 20,000 simulated calibrations of 20", () => {
    const random = seededRandom(5);
    const law = betaLaw(20, conformalRank(20, 0.2));
    const [low, high] = [law.quantile(0.05), law.quantile(0.95)];
    const outside = { low: 0, high: 0 };
    for (let draw = 0; draw < 20_000; draw += 1) {
      // The scores' distribution function maps any continuous scores to these, and the threshold to its coverage.
      const coverage = conformalQuantile(Array.from({ length: 20 }, random), 0.2);
      if (coverage < low) outside.low += 1;
      if (coverage > high) outside.high += 1;
    }
    expect(outside.low / 20_000).toBeCloseTo(0.05, 2);
    expect(outside.high / 20_000).toBeCloseTo(0.05, 2);
  });

  it("has quantiles that rise, and that `atMost` undoes", () => {
    fc.assert(
      fc.property(setting, share, share, ([n, rank], p, q) => {
        const law = betaLaw(n, rank);
        expect(law.quantile(Math.min(p, q))).toBeLessThanOrEqual(law.quantile(Math.max(p, q)) + 1e-12);
        expect(law.atMost(law.quantile(p))).toBeCloseTo(p, 9);
      }),
    );
  });

  it("rises with the rank, at every quantile", () => {
    fc.assert(
      fc.property(setting, share, ([n, rank], p) => {
        expect(betaLaw(n, rank + 1).quantile(p)).toBeGreaterThan(betaLaw(n, rank).quantile(p));
      }),
    );
  });

  it("is certain to cover where every step is in the set", () => {
    const law = betaLaw(3, 4);
    expect([law.mean, law.quantile(0.01), law.atMost(0.99), law.atMost(1)]).toEqual([1, 1, 0, 1]);
  });

  it.each([
    [-1, 1, "Expected `n` to be a whole number >= 0, got -1."],
    [5, 7, "Expected `rank` in [1, 6] for n = 5, got 7."],
    [5, 0.5, "Expected `rank` in [1, 6] for n = 5, got 0.5."],
  ])("refuses n %d with rank %d", (n, rank, message) => {
    expect(() => betaLaw(n, rank)).toThrow(new RangeError(message));
  });
});
