import { betaLaw, conformalRank } from "@langgraph-rollback/attribution/conformal";
import { calibrationSize } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { nextLabels } from "./next-labels.ts";

describe("what the next labels buy", () => {
  it("is looked at for the end of the ten at hand", () => {
    expect([0, 9, 10, 14, 50].map((labels) => nextLabels(labels).next.labels)).toEqual([10, 10, 20, 20, 60]);
  });

  it("is nothing but what so many labels fit and calibrate", () => {
    expect(nextLabels(14)).toMatchObject({
      promise: 0.8,
      needed: 4,
      now: { labels: 14, fit: 10, calibrate: 4 },
      next: { labels: 20, fit: 11, calibrate: 9 },
    });
    expect(nextLabels(9).now).toMatchObject({ fit: 0, calibrate: 9, highest: 0 });
  });

  it("has no coverage where so few bound nothing", () => {
    expect(nextLabels(3).now.band).toBeUndefined();
    expect(nextLabels(4).now.band).toBeDefined();
  });

  it("has the coverage of one calibration, nine times out of ten", () => {
    const law = betaLaw(9, 8);
    expect(nextLabels(20).now.band).toEqual({ low: law.quantile(0.05), high: law.quantile(0.95) });
    // 7 of 8 or 8 of 8 in ranks: the rank is drawn, and the band holds for both.
    const { band } = nextLabels(8).now;
    expect(band?.low).toBe(betaLaw(8, 7).quantile(0.05));
    expect(band?.high).toBe(betaLaw(8, 8).quantile(0.95));
  });

  it("names the highest promise that a fitted scorer can keep", () => {
    for (const labels of [10, 20, 31, 50]) {
      const { highest } = nextLabels(labels).now;
      const size = calibrationSize(labels, { alpha: 1 - highest });
      expect(size).toBeGreaterThan(0);
      expect(conformalRank(size, 1 - highest)).toBe(size);
      expect(calibrationSize(labels, { alpha: 0.98 * (1 - highest) })).toBe(0);
    }
  });
});
