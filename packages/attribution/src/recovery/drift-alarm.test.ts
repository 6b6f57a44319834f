import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import { afterWatchedRun, driftWatch, type DriftWatch } from "./drift-alarm.ts";

const after = (watch: DriftWatch, misses: readonly boolean[]): DriftWatch =>
  misses.reduce((before, isMissed) => afterWatchedRun(before, isMissed), watch);

/** Runs until the alarm comes, or `most`. */
function runsToAlarm(rate: number, most: number, watch: DriftWatch, random: () => number): number {
  let now = watch;
  while (!now.isAlarmed && now.runs < most) now = afterWatchedRun(now, random() < rate);
  return now.runs;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe("driftWatch", () => {
  it.each([0.05, 0.1, 0.2, 0.4])(
    "lets as many runs pass as it says before a false alarm (alpha %d)",
    (alpha) => {
      const random = seededRandom(1);
      const threshold = 50;
      const most = 40 * threshold;
      const lengths = Array.from({ length: 300 }, () =>
        runsToAlarm(alpha, most, driftWatch(alpha, threshold), random),
      );
      const error = Math.sqrt(mean(lengths.map((each) => each ** 2)) - mean(lengths) ** 2) / Math.sqrt(300);
      // Those that have not ended are longer still.
      expect(mean(lengths)).toBeGreaterThan(threshold - 3 * error);
    },
  );

  it("tells soon that an agent has changed, and about when", () => {
    const random = seededRandom(2);
    const told = Array.from({ length: 200 }, () => {
      const good = Array.from({ length: 100 }, () => random() < 0.08);
      let watch = after(driftWatch(0.1), good);
      if (watch.isAlarmed) return undefined;
      while (!watch.isAlarmed) watch = afterWatchedRun(watch, random() < 0.5);
      return { delay: watch.runs - 100, since: watch.since };
    }).filter((each) => each !== undefined);
    expect(told.length).toBeGreaterThan(190);
    expect(mean(told.map(({ delay }) => delay))).toBeLessThan(30);
    expect(mean(told.map(({ since }) => Math.abs(since - 100)))).toBeLessThan(10);
  });

  it("never has evidence below 1, and stays alarmed", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.9, noNaN: true }),
        fc.array(fc.boolean(), { maxLength: 80 }),
        (alpha, misses) => {
          let watch = driftWatch(alpha, 20);
          for (const isMissed of misses) {
            const next = afterWatchedRun(watch, isMissed);
            expect(next.evidence).toBeGreaterThanOrEqual(1);
            expect(next.isAlarmed || !watch.isAlarmed).toBe(true);
            expect(next.since).toBeLessThanOrEqual(next.runs);
            if (watch.isAlarmed) expect(next).toEqual({ ...watch, runs: watch.runs + 1 });
            watch = next;
          }
        },
      ),
    );
  });

  it("gains nothing on average where as many runs miss as are allowed", () => {
    const alpha = 0.2;
    const start = { ...driftWatch(alpha, 1000), evidence: 10 };
    const [missed, kept] = [true, false].map((isMissed) => afterWatchedRun(start, isMissed).evidence);
    expect(alpha * (missed ?? 0) + (1 - alpha) * (kept ?? 0)).toBeCloseTo(10, 12);
  });

  it("refuses what is no share and no threshold", () => {
    for (const alpha of [0, 1, Number.NaN]) expect(() => driftWatch(alpha)).toThrow("alpha");
    for (const threshold of [1, 0, Number.NaN]) expect(() => driftWatch(0.1, threshold)).toThrow("threshold");
  });
});
