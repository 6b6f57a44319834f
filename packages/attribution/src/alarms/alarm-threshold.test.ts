import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { alarmThreshold, stoppedAt } from "./alarm-threshold.ts";

const alarm = fc.double({ min: -10, max: 10, noNaN: true });
const alarms = fc.array(alarm, { minLength: 1, maxLength: 8 });
const runs = fc.array(alarms, { minLength: 1, maxLength: 60 });

describe("the threshold of an alarm", () => {
  it("is the k-th lowest of the right runs' peaks, which leave the last alarm out", () => {
    const nine = Array.from({ length: 9 }, (_, at) => [at, 0, 100]);
    expect(alarmThreshold(nine, { alpha: 0.2 })).toMatchObject({ above: 7, rank: 8, n: 9, level: 0.8 });
    expect(alarmThreshold(nine, { alpha: 0.1 })).toMatchObject({ above: 8, rank: 9 });
  });

  it("stops nobody with too few right runs, and says how many it takes", () => {
    const eight = Array.from({ length: 8 }, () => [1, 2]);
    expect(alarmThreshold(eight, { alpha: 0.1 })).toMatchObject({
      above: Infinity,
      trivial: { needed: 9, reason: "8 right runs are labelled, and alpha 0.1 needs 9" },
    });
    expect(alarmThreshold([], { alpha: 0.1 }).above).toBe(Infinity);
  });

  it("stops, of the right runs that it was made of, no more than n + 1 - rank", () => {
    fc.assert(
      fc.property(runs, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (right, alpha) => {
        const { above, n, rank } = alarmThreshold(right, { alpha });
        const stopped = right.filter((each) => stoppedAt(each, above) !== undefined).length;
        expect(stopped).toBeLessThanOrEqual(Math.max(0, n - rank));
      }),
    );
  });

  it("stops a run at its first alarm above it, and never after the last step", () => {
    fc.assert(
      fc.property(alarms, alarm, (each, above) => {
        const at = stoppedAt(each, above);
        if (at === undefined) expect(each.slice(0, -1).every((value) => value <= above)).toBe(true);
        else {
          expect(at).toBeLessThan(each.length - 1);
          expect(each[at]).toBeGreaterThan(above);
          expect(each.slice(0, at).every((value) => value <= above)).toBe(true);
        }
      }),
    );
  });

  it("may stop any run that goes on where each right run has one step", () => {
    const { above } = alarmThreshold(
      Array.from({ length: 9 }, () => [5]),
      { alpha: 0.1 },
    );
    expect(stoppedAt([-100, 0], above)).toBe(0);
    expect(stoppedAt([100], above)).toBeUndefined();
  });

  it.each([
    [[[Number.NaN, 1]], { alpha: 0.1 }, "finite alarms"],
    [[[1, Infinity]], { alpha: 0.1 }, "finite alarms"],
    [[[1, 2]], { alpha: 1 }, "`alpha` in [0, 1)"],
    [[[1, 2]], { alpha: 0.1, delta: 0 }, "delta"],
  ])("refuses %j with %j", (right, goal, message) => {
    expect(() => alarmThreshold(right, goal)).toThrow(message);
  });
});
