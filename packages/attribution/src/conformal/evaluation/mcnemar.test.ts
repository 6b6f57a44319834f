import { describe, expect, it } from "vitest";

import { holm, mcnemar } from "./mcnemar.ts";

const rights = (...runs: readonly (readonly [boolean, number])[]) =>
  runs.flatMap(([right, times]) => Array.from({ length: times }, () => right));

describe("mcnemar", () => {
  it("is computed by hand: 1 against 7 discordant pairs", () => {
    const first = rights([true, 1], [false, 7], [true, 20], [false, 5]);
    const second = rights([false, 1], [true, 7], [true, 20], [false, 5]);
    // 2 (1 + 8) / 2^8 = 18 / 256.
    const test = mcnemar(first, second);
    expect(test).toMatchObject({ onlyFirst: 1, onlySecond: 7 });
    expect(test.p).toBeCloseTo(18 / 256, 12);
    expect(mcnemar(second, first)).toEqual({ onlyFirst: 7, onlySecond: 1, p: test.p });
  });

  it("is 1 where nothing differs, and where both are ahead equally often", () => {
    expect(mcnemar([true, false], [true, false]).p).toBe(1);
    expect(mcnemar([true, false], [false, true]).p).toBe(1);
  });

  it("holds for thousands of pairs", () => {
    const n = 5000;
    const { p } = mcnemar(rights([true, n], [false, n + 200]), rights([false, n], [true, n + 200]));
    // The normal approximation with continuity correction: z = (200 - 1) / sqrt(10200) = 1.970, p = .0488.
    expect(p).toBeCloseTo(0.0488, 3);
  });
});

describe("holm", () => {
  it("is computed by hand, in the order of the input, never below an earlier one", () => {
    // .01 · 3; .02 · 2 = .04; .03 · 1 = .03, raised to .04.
    expect(holm([0.03, 0.01, 0.02]).map((p) => Number(p.toFixed(12)))).toEqual([0.04, 0.03, 0.04]);
    expect(holm([0.6, 0.9])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });
});
