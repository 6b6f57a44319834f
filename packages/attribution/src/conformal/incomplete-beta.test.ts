import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaValues } from "./fixtures/beta.ts";
import { betaQuantile, incompleteBeta } from "./incomplete-beta.ts";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const shape = fc.double({ min: 0.2, max: 2000, noNaN: true });
const count = fc.integer({ min: 1, max: 60 });

/** P(at least a of n tosses succeed), term by term. */
function binomialTail(x: number, a: number, n: number): number {
  let chance = x ** n;
  let tail = 0;
  // From n successes down, each binomial coefficient from the one above it.
  for (let successes = n; successes >= a; successes -= 1) {
    tail += chance;
    chance *= (successes / (n - successes + 1)) * ((1 - x) / x);
  }
  return tail;
}

describe("incompleteBeta", () => {
  it.each(betaValues.cdf)("is $p at $x for Beta($a, $b), to 13 digits", ({ a, b, x, p }) => {
    expect(Math.abs(incompleteBeta(x, a, b) - p)).toBeLessThan(1e-13);
  });

  it("is the chance of at least a successes in a + b - 1 tosses", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 1, noNaN: true }), count, count, (x, a, b) => {
        expect(incompleteBeta(x, a, b)).toBeCloseTo(binomialTail(x, a, a + b - 1), 10);
      }),
    );
  });

  it("mirrors: I_x(a, b) + I_(1 - x)(b, a) = 1", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (x, a, b) => {
        expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 10);
      }),
    );
  });

  it("rises with x, and falls with a", () => {
    fc.assert(
      fc.property(unit, unit, shape, shape, (x, y, a, b) => {
        const [low, high] = [Math.min(x, y), Math.max(x, y)];
        expect(incompleteBeta(low, a, b)).toBeLessThanOrEqual(incompleteBeta(high, a, b) + 1e-12);
        expect(incompleteBeta(x, a + 1, b)).toBeLessThanOrEqual(incompleteBeta(x, a, b) + 1e-12);
      }),
    );
  });

  it.each([
    [-0.1, 1, 1, "Expected `x` in [0, 1], got -0.1."],
    [Number.NaN, 1, 1, "Expected `x` in [0, 1], got NaN."],
    [0.5, 0, 1, "Expected `a` to be finite and > 0, got 0."],
    [0.5, 1, Infinity, "Expected `b` to be finite and > 0, got Infinity."],
  ])("refuses x %d, a %d, b %d", (x, a, b, message) => {
    expect(() => incompleteBeta(x, a, b)).toThrow(new RangeError(message));
  });
});

describe("betaQuantile", () => {
  it.each(betaValues.quantiles)("is $x at $p for Beta($a, $b), to 12 digits", ({ a, b, p, x }) => {
    expect(Math.abs(betaQuantile(p, a, b) - x) / x).toBeLessThan(1e-12);
  });

  it("undoes incompleteBeta", () => {
    const inner = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
    // Below 1 the density is infinite at an end, where the next float is far away in probability.
    const bounded = fc.double({ min: 1, max: 2000, noNaN: true });
    fc.assert(
      fc.property(inner, bounded, bounded, (p, a, b) => {
        expect(incompleteBeta(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 9);
      }),
    );
  });

  it("reaches the ends, and refuses what is no probability", () => {
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    expect(() => betaQuantile(1.5, 2, 3)).toThrow(new RangeError("Expected `p` in [0, 1], got 1.5."));
  });
});
