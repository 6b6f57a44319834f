import { describe, expect, it } from "vitest";

import { tooFewRows } from "./too-few-rows.ts";

const warned = (calibrated: number, tested: number, alpha = 0.2) =>
  tooFewRows({ n: calibrated + tested, sizes: { fitted: 0, calibrated, tested }, options: { alpha } });

describe("tooFewRows", () => {
  it("reports no result if the calibration half is too small for alpha", () => {
    expect(warned(3, 3)).toEqual([
      "6 labelled trajectories are too few to say anything at alpha 0.2: 3 calibrate in each split, and it takes 4. Every set is the whole run, so coverage 1 and removal 0 are no results.",
    ]);
    expect(warned(18, 18, 0.05)[0]).toMatch(/too few to say anything at alpha 0\.05/);
  });

  it("warns that the figures are vague if few trajectories are predicted", () => {
    expect(warned(10, 10)[0]).toMatch(/^20 labelled trajectories say little: .* by 10 points\./);
  });

  it("does not warn if there are enough", () => {
    expect(warned(20, 20)).toEqual([]);
  });
});
