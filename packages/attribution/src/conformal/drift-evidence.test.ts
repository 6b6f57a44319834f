import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { driftEvidence, seededRandom } from "./index.ts";
import type { FreshScore } from "./drift-evidence.ts";

const half = (nonconformity: number): FreshScore => ({ nonconformity, draw: 0.5 });

/** Share of simulated calibrations that are ever held to have drifted, at the bound 20. */
function alarms(runs: number, scoreOf: (draw: number, isFresh: boolean) => number, seed: number): number {
  const random = seededRandom(seed);
  let raised = 0;
  for (let run = 0; run < runs; run += 1) {
    const calibration = Array.from({ length: 30 }, () => scoreOf(random(), false));
    const fresh = Array.from({ length: 40 }, () => ({
      nonconformity: scoreOf(random(), true),
      draw: random(),
    }));
    if (driftEvidence(calibration, fresh).evidence >= 20) raised += 1;
  }
  return raised / runs;
}

describe("driftEvidence", () => {
  it("is 1 without fresh failures, and after the first of them, when all bets are balanced", () => {
    expect(driftEvidence([1, 2, 3], [])).toEqual({ evidence: 1, direction: "harder" });
    expect(driftEvidence([1, 2, 3], [half(4)]).evidence).toBeCloseTo(1, 12);
  });

  it("has the value worked out by hand after two", () => {
    // Ranks 0.5 / 4 and 0.5 / 5; a stake e then has (1 + 0.375 e)(1 + 0.4 e), on average 1 + 0.15 * 1.875.
    expect(driftEvidence([1, 2, 3], [half(4), half(5)])).toEqual({
      evidence: expect.closeTo(1.28125, 12),
      direction: "harder",
    });
    // The mirror image: ranks 3.5 / 4 and 4.5 / 5.
    expect(driftEvidence([1, 2, 3], [half(0), half(-1)])).toEqual({
      evidence: expect.closeTo(1.28125, 12),
      direction: "easier",
    });
  });

  it("raises a false alarm in no more than one calibration in twenty, however often one looks, ties or not", () => {
    const runs = 4000;
    const most = 1 / 20 + 3 * Math.sqrt(0.05 * 0.95 * (1 / runs));
    expect(alarms(runs, (draw) => draw, 1)).toBeLessThan(most);
    expect(alarms(runs, (draw) => Math.floor(4 * draw), 2)).toBeLessThan(most);
  });

  it("finds failures that have become harder, or easier, in nine cases out of ten within 40 labels", () => {
    expect(alarms(300, (draw, isFresh) => draw + (isFresh ? 0.6 : 0), 3)).toBeGreaterThan(0.9);
    expect(alarms(300, (draw, isFresh) => draw - (isFresh ? 0.6 : 0), 4)).toBeGreaterThan(0.9);
  });

  it("never falls as labels come in, and does not depend on the order of the calibration", () => {
    const scores = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(scores, scores, (calibration, values) => {
        const fresh = values.map(half);
        const whole = driftEvidence(calibration, fresh).evidence;
        expect(whole).toBeGreaterThanOrEqual(driftEvidence(calibration, fresh.slice(0, -1)).evidence);
        expect(driftEvidence(calibration.toReversed(), fresh).evidence).toBe(whole);
      }),
    );
  });

  it("stays finite over any number of labels", () => {
    const fresh = Array.from({ length: 3000 }, (_, index) => half(index + 10));
    expect(driftEvidence([1, 2, 3], [...fresh, half(0)]).evidence).toBe(1e12);
  });

  it("refuses what is no number", () => {
    expect(() => driftEvidence([Number.NaN], [])).toThrow(RangeError);
    expect(() => driftEvidence([], [half(Infinity)])).toThrow(/`fresh`/);
    expect(() => driftEvidence([], [{ nonconformity: 1, draw: 1 }])).toThrow(/`draw`/);
  });
});
