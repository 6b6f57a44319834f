import { describe, expect, it } from "vitest";

import { clopperPearson, hoeffdingInterval, seededRandom } from "./index.ts";

describe("hoeffdingInterval", () => {
  it("is the mean give or take sqrt(ln(40) / 2n) at 95 %, cut to [0, 1]", () => {
    // ln(40) = 3.688879, so that 200 values give 0.0960323.
    expect(hoeffdingInterval(0.5, 200)).toEqual({
      lower: expect.closeTo(0.403_967_7, 6),
      upper: expect.closeTo(0.596_032_3, 6),
    });
    expect(hoeffdingInterval(0.9, 2)).toEqual({ lower: 0, upper: 1 });
  });

  it("is wider than the exact interval of values that are 0 or 1", () => {
    const exact = clopperPearson(17, 21);
    const { lower, upper } = hoeffdingInterval(17 / 21, 21);
    expect(lower).toBeLessThan(exact.lower);
    expect(upper).toBeGreaterThan(exact.upper);
  });

  it("holds the true mean at least as often as it says", () => {
    const random = seededRandom(7);
    const rounds = 2000;
    let held = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Values of 0, 1/2 and 1 with a mean of 0.7.
      const values = Array.from({ length: 30 }, () => {
        const u = random();
        return u < 0.6 ? 1 : u < 0.8 ? 0.5 : 0;
      });
      const mean = values.reduce<number>((sum, value) => sum + value, 0) / values.length;
      const { lower, upper } = hoeffdingInterval(mean, 30, 0.8);
      if (lower <= 0.7 && 0.7 <= upper) held += 1;
    }
    expect(held / rounds).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    [1.1, 3, 0.9, "`mean`"],
    [0.5, 0, 0.9, "n"],
    [0.5, 3, 1, "`confidence`"],
  ])("refuses the mean %d of %d values at %d", (mean, n, confidence, message) => {
    expect(() => hoeffdingInterval(mean, n, confidence)).toThrow(RangeError);
    expect(() => hoeffdingInterval(mean, n, confidence)).toThrow(message);
  });
});
