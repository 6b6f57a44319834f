import { describe, expect, it } from "vitest";
import { labelsU, seededRandom } from "./index.ts";

describe("labelsU", () => {
  it("depends on which labels there are, and not on their order", () => {
    expect(labelsU([3, 1, 2])).toBe(labelsU([1, 2, 3]));
    expect(labelsU([1, 2, 4])).not.toBe(labelsU([1, 2, 3]));
    expect(labelsU([12, 3])).not.toBe(labelsU([1, 23]));
    expect(labelsU([])).toBeUndefined();
  });

  it("is even over sets of labels, also over those that differ in one", () => {
    const random = seededRandom(4);
    const draws = (count: number) => Array.from({ length: count }, () => Math.floor(2 ** 32 * random()));
    const kept = draws(17);
    for (const labels of [() => draws(18), () => [...kept, ...draws(1)]]) {
      const counts = Array.from({ length: 10 }, () => 0);
      for (let round = 0; round < 4000; round += 1) {
        const bin = Math.floor(10 * (labelsU(labels()) ?? 1));
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
      // Chi-squared with 9 degrees of freedom: above 27.9 once in a thousand.
      const chi = counts.reduce((sum, count) => sum + (count - 400) ** 2 / 400, 0);
      expect(chi).toBeLessThan(27.9);
    }
  });
});
