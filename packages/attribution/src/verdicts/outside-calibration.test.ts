import { describe, expect, it } from "vitest";

import { calibrateVerifier } from "./calibrate-verifier.ts";
import { outsideCalibration } from "./outside-calibration.ts";

describe("outsideCalibration", () => {
  const verdicts = [
    { score: 0.9, right: true, draw: 0.25 },
    { score: 0.1, right: false, draw: 0.5 },
    { score: 0.8, right: true },
  ];
  const calibration = calibrateVerifier(verdicts, { verifier: "judge-1" });

  it("leaves out the runs that the calibration was made of, right ones and wrong ones", () => {
    const runs = [{ draw: 0.25 }, { draw: 0.5 }, { draw: 0.75 }];
    expect(outsideCalibration(calibration, runs)).toEqual([{ draw: 0.75 }]);
  });

  it("keeps a run without a draw, since nothing says that the calibration was made of it", () => {
    expect(outsideCalibration(calibration, [{}])).toEqual([{}]);
  });
});
