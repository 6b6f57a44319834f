import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adaptiveStart,
  adaptiveThreshold,
  adaptiveUpdate,
  claimedSet,
  conformalQuantile,
  seededRandom,
} from "./index.ts";
import type { AdaptiveState } from "./adaptive-state.ts";

/** Feeds nonconformities that may depend on the threshold of the moment, as an adversary's would. */
function feed(
  start: AdaptiveState,
  count: number,
  next: (threshold: number, index: number) => number,
): AdaptiveState {
  let state = start;
  for (let index = 0; index < count; index += 1) {
    state = adaptiveUpdate(state, next(adaptiveThreshold(state).value, index));
  }
  return state;
}

const bound = ({ alpha, gamma, alphaStart, labelled }: AdaptiveState) =>
  alpha + (alphaStart + gamma) / (gamma * labelled);

const options = fc.record({
  alpha: fc.double({ min: 0.01, max: 0.9, noNaN: true }),
  gamma: fc.double({ min: 0.005, max: 2, noNaN: true }),
  window: fc.integer({ min: 1, max: 30 }),
});

describe("adaptive calibration", () => {
  it("misses at most alpha + (alpha_1 + gamma) / (gamma T) of any sequence", () => {
    fc.assert(
      fc.property(
        options,
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 }),
        (settings, sequence) => {
          const end = feed(adaptiveStart(settings), sequence.length, (_, index) => sequence[index] ?? 0);
          expect(end.missed / end.labelled).toBeLessThanOrEqual(bound(end) + 1e-9);
          expect(adaptiveThreshold(end).bound.misses).toBeCloseTo(Math.min(1, bound(end)), 12);
        },
      ),
    );
  });

  it("misses no more of an adversary that exceeds every threshold it sees", () => {
    fc.assert(
      fc.property(options, fc.integer({ min: 1, max: 300 }), (settings, count) => {
        const above = (threshold: number) => (Number.isFinite(threshold) ? threshold + 1 : 0);
        const end = feed(adaptiveStart(settings), count, above);
        expect(end.missed / count).toBeLessThanOrEqual(bound(end) + 1e-9);
        expect(end.alphaNow).toBeGreaterThan(-settings.gamma);
      }),
    );
  });

  it("keeps to its target under drift where a fixed threshold fails", () => {
    const random = seededRandom(11);
    const score = (index: number) => random() + index / 500;
    const earlier = Array.from({ length: 200 }, () => score(0));
    const fixed = conformalQuantile(earlier, 0.2);
    let missedByFixed = 0;
    const end = feed(adaptiveStart({ alpha: 0.2, earlier }), 2000, (_, index) => {
      const next = score(index);
      if (next > fixed) missedByFixed += 1;
      return next;
    });
    expect(missedByFixed / 2000).toBeGreaterThan(0.8);
    expect(end.missed / 2000).toBeLessThan(0.2 + 0.01);
    expect(end.missed / 2000).toBeGreaterThan(0.2 - 0.02);
  });

  it("costs little where nothing drifts", () => {
    const random = seededRandom(12);
    const earlier = Array.from({ length: 200 }, random);
    const end = feed(adaptiveStart({ alpha: 0.2, earlier }), 3000, random);
    expect(Math.abs(end.missed / 3000 - 0.2)).toBeLessThan(0.01);
  });

  it("forgets what is older than its window", () => {
    const state = feed(adaptiveStart({ alpha: 0.5, window: 3 }), 10, (_, index) => index);
    expect(state.recent).toEqual([7, 8, 9]);
    expect(adaptiveStart({ alpha: 0.5 }).window).toBe(200);
    expect(adaptiveStart({ alpha: 0.5, window: 2, earlier: [1, 2, 3] }).recent).toEqual([2, 3]);
  });

  it("moves alpha by gamma (alpha - err), and leaves the state before as it was", () => {
    const before = adaptiveStart({ alpha: 0.2, gamma: 0.05, earlier: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    expect(adaptiveThreshold(before).value).toBe(8);
    expect(adaptiveUpdate(before, 8).alphaNow).toBeCloseTo(0.2 + 0.05 * 0.2, 12);
    expect(adaptiveUpdate(before, 8.5).alphaNow).toBeCloseTo(0.2 - 0.05 * 0.8, 12);
    expect(adaptiveUpdate(before, 8.5)).toMatchObject({ labelled: 1, missed: 1 });
    expect(before).toMatchObject({ alphaNow: 0.2, labelled: 0, missed: 0 });
    expect(before.recent).toHaveLength(9);
  });

  it("survives JSON", () => {
    const state = feed(adaptiveStart({ alpha: 0.2 }), 30, seededRandom(3));
    const copy: AdaptiveState = JSON.parse(JSON.stringify(state));
    expect(adaptiveThreshold(copy)).toEqual(adaptiveThreshold(state));
  });
});

describe("an adaptive threshold", () => {
  const nine = { alpha: 0.2, gamma: 0.5, earlier: [1, 2, 3, 4, 5, 6, 7, 8, 9] };

  it("is approximate, with the bound on the share missed", () => {
    const state = feed(adaptiveStart({ alpha: 0.2, gamma: 0.03 }), 100, seededRandom(5));
    const threshold = adaptiveThreshold(state);
    expect(threshold).toMatchObject({ level: 0.8, guarantee: "approximate" });
    expect(threshold.bound).toMatchObject({ labelled: 100, observed: state.missed / 100 });
    expect(threshold.bound.misses).toBeCloseTo(0.2767, 4);
    expect(threshold.reason).toContain("at most 0.2767 missed");
  });

  it("says that nothing is proven while too few labels have been seen", () => {
    const threshold = adaptiveThreshold(adaptiveStart({ ...nine, gamma: 0.03 }));
    expect(threshold).toMatchObject({ value: 8, guarantee: "approximate" });
    expect(threshold.bound).toMatchObject({ misses: 1, labelled: 0, saysSomethingFrom: 10 });
    expect(threshold.reason).toContain("Too few labels: nothing is proven before 10, and there are 0.");
  });

  it("counts from where its bound first says something", () => {
    fc.assert(
      fc.property(options, (settings) => {
        const start = adaptiveStart(settings);
        const from = adaptiveThreshold(start).bound.saysSomethingFrom;
        const at = (labelled: number) => adaptiveThreshold({ ...start, labelled }).bound.misses;
        expect(at(from + 1)).toBeLessThan(1);
        if (from > 1) expect(at(from - 1)).toBe(1);
      }),
    );
  });

  it("keeps every step when the window holds too few labels for alpha", () => {
    expect(adaptiveThreshold(adaptiveStart({ alpha: 0.2, earlier: [1, 2, 3] }))).toMatchObject({
      value: Infinity,
      level: 1,
      guarantee: "exact",
      trivial: { needed: 4 },
    });
  });

  it("keeps every step once misses have moved alpha to 0 or below", () => {
    const threshold = adaptiveThreshold(adaptiveUpdate(adaptiveStart(nine), 100));
    expect(threshold).toMatchObject({ value: Infinity, level: 1, guarantee: "exact" });
    expect(threshold.trivial?.reason).toBe(
      "recent misses moved alpha to -0.2, and at or below 0 nothing may be left out",
    );
  });

  it("leaves the likeliest step once alpha has reached 1, and counts what lies outside as missed", () => {
    const state = feed(adaptiveStart({ alpha: 0.9, gamma: 2, earlier: [5] }), 1, () => 5);
    expect(state.alphaNow).toBe(1);
    const threshold = adaptiveThreshold(state);
    expect(threshold.value).toBe(-Infinity);
    const set = claimedSet([0.1, 0.8, 0.1], { method: "interval" }, threshold);
    expect(set).toMatchObject({ steps: [1], guarantee: "approximate" });
    expect(set.fallback).toContain("stands in");
    expect(adaptiveUpdate(state, -1e300).missed).toBe(state.missed + 1);
  });

  it.each([
    [{ alpha: 0 }, "Expected `alpha` in (0, 1), got 0."],
    [{ alpha: 1 }, "Expected `alpha` in (0, 1), got 1."],
    [{ alpha: 0.2, gamma: 0 }, "Expected `gamma` to be finite and > 0, got 0."],
    [{ alpha: 0.2, window: 0 }, "Expected `window` to be a whole number >= 1, got 0."],
    [{ alpha: 0.2, earlier: [Number.NaN] }, "Expected `recent[0]` to be finite, got NaN."],
  ])("refuses %j", (settings, message) => {
    expect(() => adaptiveStart(settings)).toThrow(new RangeError(message));
  });

  it("refuses a label without a number, and a state that lost its numbers", () => {
    const state = adaptiveStart({ alpha: 0.2 });
    expect(() => adaptiveUpdate(state, Number.NaN)).toThrow(
      "Expected `nonconformity` to be finite, got NaN.",
    );
    expect(() => adaptiveThreshold({ ...state, alphaNow: Number.NaN })).toThrow("Expected `alphaNow`");
    expect(() => adaptiveThreshold({ ...state, alphaStart: -9 })).toThrow("Expected `alphaStart`");
    expect(() => adaptiveThreshold({ ...state, missed: 1 })).toThrow("Expected `missed` in [0, 0], got 1.");
  });
});
