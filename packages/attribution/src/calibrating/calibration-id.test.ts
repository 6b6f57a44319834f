import { describe, expect, it } from "vitest";

import { attribute, calibrate, calibrationId, fitPositionScorer, parseCalibration } from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const scorer = fitPositionScorer(sampleTrajectories(9, 22));
const calibration = await calibrate(sampleTrajectories(20, 21), { scorer });

describe("calibrationId", () => {
  it("is the same for a calibration and its file", () => {
    const entries = Object.entries(calibration).toReversed();
    const text = JSON.stringify(Object.fromEntries(entries), null, 2);
    expect(calibrationId(parseCalibration(text))).toBe(calibrationId(calibration));
  });

  it("changes with a label, with alpha and with the scorer", async () => {
    const [first, ...failures] = calibration.failures;
    const changed = [
      calibration,
      { ...calibration, failures },
      { ...calibration, alpha: 0.1 },
      { ...calibration, failures: [...failures, { ...first, draw: 1, stepScores: [1], decisiveSteps: [0] }] },
      await calibrate(sampleTrajectories(20, 21), { scorer: fitPositionScorer(sampleTrajectories(9, 23)) }),
    ];
    expect(new Set(changed.map(calibrationId)).size).toBe(changed.length);
  });

  it("does not change with promises or a forecast, which change no set", () => {
    const { promises: _, ...rest } = calibration;
    const forecast = { failures: 12, kept: 4, redone: 0.7, standardError: 0.1 };
    expect(calibrationId(rest)).toBe(calibrationId(calibration));
    expect(calibrationId({ ...rest, forecast })).toBe(calibrationId(calibration));
  });

  it("stands in an attribution that a calibration bounds", async () => {
    const [run] = sampleTrajectories(1, 12);
    if (run === undefined) throw new Error("Expected a sample.");
    const bounded = await attribute(run, { scorer, calibration });
    expect(bounded.calibrated?.id).toBe(calibrationId(calibration));
    expect((await attribute(run, { scorer })).calibrated).toBeUndefined();
  });
});
