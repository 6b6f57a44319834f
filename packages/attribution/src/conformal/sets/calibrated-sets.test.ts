import { describe, expect, it } from "vitest";
import { calibrateSets, predictionSet, seededRandom } from "../index.ts";
import type { SetOptions } from "./set-options.ts";

const random = seededRandom(12);
const failures = Array.from({ length: 40 }, () => {
  const length = 3 + Math.floor(10 * random());
  const stepScores = Array.from({ length }, () => random());
  return { stepScores, decisiveSteps: [Math.floor(length * random())], draw: Math.floor(2 ** 32 * random()) };
});

describe("calibrateSets", () => {
  it("is predictionSet at the threshold, but for what tells equal steps apart", () => {
    const sets = calibrateSets(failures, { method: "right", alpha: 0.3 });
    const threshold = sets.thresholdFor({});
    expect(threshold).toMatchObject({ method: "right", n: 40 });
    const run = { stepScores: [0.1, 0.5, 0.2], draw: 7 };
    expect(threshold && predictionSet(run.stepScores, threshold).steps).toEqual(sets.setOf(run).steps);
  });

  it("takes shares once: a run twice as long is as suspicious", () => {
    const even = (length: number) => Array.from({ length }, () => 1 / length);
    const shares = failures.map(({ stepScores, ...run }) => ({
      ...run,
      stepScores: even(stepScores.length),
    }));
    const sets = calibrateSets(shares, { method: "left", alpha: 0.2, shares: true });
    const shareOf = (length: number) =>
      sets.setOf({ stepScores: even(length), draw: 1 }).steps.length / length;
    expect(shareOf(200)).toBeCloseTo(shareOf(100), 1);
    const twice = calibrateSets(shares, { method: "left", alpha: 0.2 });
    expect(twice.setOf({ stepScores: even(200), draw: 1 }).steps).toHaveLength(200);
  });

  it("tells equal steps apart by their positions, so that flat scores give no set of every step", () => {
    const alike = failures.map((run) => ({ ...run, stepScores: run.stepScores.map(() => 0.5) }));
    const run = { stepScores: [0.5, 0.5, 0.5, 0.5, 0.5, 0.5], draw: 1 };
    for (const method of ["list", "left", "suffix", "interval", "right"] as const) {
      const { steps } = calibrateSets(alike, { method, alpha: 0.5 }).setOf(run);
      expect.soft(steps.length, method).toBeLessThan(6);
    }
  });

  const rates = { errorRate: 0.05, successRate: 0.6 };
  it.each<[Partial<SetOptions>, string]>([
    [{ alpha: 1 }, "Expected `alpha` in [0, 1), got 1."],
    [{ goal: 0 }, 'Expected `goal` to be "first", "mean" or in (0, 1], got "0".'],
    [{ method: "selected", delta: 0.1 }, "`selected` has no form with `delta`"],
    [{ method: "selected", goal: "mean" }, "`selected` takes the goal `first` alone"],
    [{ method: "selected", smallSample: "max" }, "`selected` takes `smallSample` `full` alone"],
    [{ goal: "mean", delta: 0.1 }, "the goal `mean` has no form with `delta`"],
    [{ goal: "mean", smallSample: "throw" }, "the goal `mean` takes `smallSample` `full` alone"],
    [{ plantedRates: rates, delta: 0.1 }, "planted labels are weighed for the goal `first` alone"],
    [{ plantedRates: rates, smallSample: "max" }, "weighed planted labels take `smallSample` `full` alone"],
    [{ plantedRates: { ...rates, errorRate: 0 } }, "Expected `plantedRates.errorRate` in (0, 1), got 0."],
  ])("refuses %j", (change, message) => {
    const options: SetOptions = { method: "suffix", alpha: 0.2, ...change };
    expect(() => calibrateSets(failures, options)).toThrow(message);
  });
});
