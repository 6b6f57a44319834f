import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clopperPearson } from "./index.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

const trials = fc
  .integer({ min: 1, max: 500 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const confidence = fc.double({ min: 0.01, max: 0.999, noNaN: true });

describe("clopperPearson", () => {
  it("is 0.4439 to 0.9748 for 8 of 10 at 95 %, as in the tables", () => {
    const { lower, upper } = clopperPearson(8, 10);
    expect(lower).toBeCloseTo(0.443_904_537_692_358_5, 12);
    expect(upper).toBeCloseTo(0.974_789_273_673_166_6, 12);
  });

  it("is known in closed form at no success and at nothing else", () => {
    expect(clopperPearson(0, 30, 0.9)).toEqual({ lower: 0, upper: expect.closeTo(1 - 0.05 ** (1 / 30), 12) });
    expect(clopperPearson(30, 30, 0.9)).toEqual({ lower: expect.closeTo(0.05 ** (1 / 30), 12), upper: 1 });
  });

  it("holds the observed share, mirrors, and widens with confidence", () => {
    fc.assert(
      fc.property(trials, confidence, confidence, ([successes, n], a, b) => {
        const narrow = clopperPearson(successes, n, Math.min(a, b));
        const wide = clopperPearson(successes, n, Math.max(a, b));
        const mirror = clopperPearson(n - successes, n, Math.min(a, b));
        expect(wide.lower).toBeLessThanOrEqual(narrow.lower + 1e-12);
        expect(wide.upper).toBeGreaterThanOrEqual(narrow.upper - 1e-12);
        expect(narrow.lower).toBeLessThanOrEqual(successes / n);
        expect(narrow.upper).toBeGreaterThanOrEqual(successes / n);
        expect(mirror.lower).toBeCloseTo(1 - narrow.upper, 10);
      }),
    );
  });

  it("holds the true probability at least as often as it says, whatever it is", () => {
    const n = 12;
    for (let percent = 1; percent < 100; percent += 1) {
      const truth = percent / 100;
      let held = 0;
      for (let successes = 0; successes <= n; successes += 1) {
        const { lower, upper } = clopperPearson(successes, n, 0.9);
        const chance = tail(truth, successes, n) - tail(truth, successes + 1, n);
        if (lower <= truth && truth <= upper) held += chance;
      }
      expect(held).toBeGreaterThanOrEqual(0.9 - 1e-12);
    }
  });

  it.each([
    [1, 0, 0.9, "Expected `n` to be a whole number >= 1, got 0."],
    [4, 3, 0.9, "Expected `successes` in [0, 3] for n = 3, got 4."],
    [1, 3, 1, "Expected `confidence` in (0, 1), got 1."],
  ])("refuses %d of %d at confidence %d", (successes, n, level, message) => {
    expect(() => clopperPearson(successes, n, level)).toThrow(new RangeError(message));
  });
});

/** P(at least `successes` of n). */
function tail(truth: number, successes: number, n: number): number {
  if (successes === 0) return 1;
  return successes > n ? 0 : incompleteBeta(truth, successes, n + 1 - successes);
}
