import { describe, expect, it } from "vitest";
import { seededRandom } from "./index.ts";
import { trimmedLabels, trimmedSize } from "./trimmed-labels.ts";

describe("trimmed labels", () => {
  it.each([
    [18, 0.1, 9],
    [19, 0.1, 19],
    [38, 0.05, 19],
    [27, 0.2, 24],
    [8, 0.1, 8],
    [30, 0.37, 30],
    [250, 0.35, 239],
  ])("of %i at alpha %d are %i", (n, alpha, size) => {
    expect(trimmedSize(n, alpha)).toBe(size);
  });

  it("are drawn by their names alone, each as often as another", () => {
    const random = seededRandom(3);
    const taken = Array.from({ length: 18 }, () => 0);
    for (let round = 0; round < 2000; round += 1) {
      const labels = taken.map((_, place) => ({ place, draw: Math.floor(2 ** 32 * random()) }));
      const trimmed = trimmedLabels(labels, 0.1);
      expect(trimmed).toHaveLength(9);
      expect(trimmedLabels(labels.toReversed(), 0.1)).toEqual(trimmed);
      for (const { place } of trimmed) taken[place] = (taken[place] ?? 0) + 1;
    }
    for (const times of taken) expect(Math.abs(times - 1000)).toBeLessThan(4 * Math.sqrt(500));
  });
});
