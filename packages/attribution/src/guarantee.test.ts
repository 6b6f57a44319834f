import { describe, expect, inject, it } from "vitest";

import { attribute, fitAndCalibrate, fitLogitScorer, fitPositionScorer, type FitScorer } from "./index.ts";
import type { CalibrationOptions } from "./calibrating/calibrate.ts";
import { sampleTrajectories } from "./testing/index.ts";

const ALPHA = 0.2;
/** Deviations that a fair coverage strays from its mean less than once in ten thousand runs. */
const SIGMAS = 4;

/**
 * Shares of independent resamples in which the set of a fresh failure holds its decisive step: as it is, and without the
 * help of the step that stands in for an empty set.
 */
async function coverage(
  resamples: number,
  n: number,
  fit: FitScorer,
  method: NonNullable<CalibrationOptions["method"]>,
) {
  const covered = { all: 0, unaided: 0 };
  for (let seed = 0; seed < resamples; seed += 1) {
    const [fresh, ...labelled] = sampleTrajectories(2 * n + 1, 1000 + seed);
    if (fresh === undefined) throw new Error("Expected a sample.");
    const calibrated = await fitAndCalibrate(labelled, { fit, seed, alpha: ALPHA, method });
    const { set } = await attribute(fresh, calibrated);
    if (!set.steps.includes(fresh.label.decisiveStep)) continue;
    covered.all += 1;
    if (set.fallback === undefined) covered.unaided += 1;
  }
  return { all: covered.all / resamples, unaided: covered.unaided / resamples };
}

const slack = (target: number, resamples: number) => SIGMAS * Math.sqrt((target * (1 - target)) / resamples);

describe("the guarantee, over many resamples of simulated failures", () => {
  it.each(["suffix", "interval", "vanilla", "crsvp", "list", "left", "right"] as const)(
    "covers at least 1 - alpha with a position scorer and %s sets",
    async (method) => {
      const resamples = 400;
      const { all } = await coverage(resamples, 14, fitPositionScorer, method);
      expect(all).toBeGreaterThanOrEqual(1 - ALPHA - slack(1 - ALPHA, resamples));
    },
  );

  it("covers at most 1 - alpha + 1 / (n + 1) where scores do not tie and no set is empty", async () => {
    const [resamples, n] = [inject("allRounds") ? 80 : 20, 14];
    const { unaided } = await coverage(resamples, n, (half) => fitLogitScorer(half), "vanilla");
    const most = 1 - ALPHA + 1 / (n + 1);
    expect(unaided).toBeGreaterThanOrEqual(1 - ALPHA - slack(1 - ALPHA, resamples));
    expect(unaided).toBeLessThanOrEqual(most + slack(most, resamples));
  });
});
