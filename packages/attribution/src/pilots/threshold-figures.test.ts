import { describe, expect, it } from "vitest";

import { accepted, right, wrong } from "../fixtures/recorded-runs.ts";
import { calibrateVerifier, type JudgedRun, recordedPilot } from "../index.ts";

describe("a calibration against recorded runs", () => {
  const verdicts = Array.from({ length: 19 }, (_, index) => ({
    score: 0.5 + index / 40,
    right: true,
    draw: index / 20,
  }));
  const calibration = calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.1 });
  const scored = (score: number, draw: number, more: Partial<JudgedRun> = {}) => [
    { ...accepted, score, draw, ...more },
  ];

  it("says at each threshold what is rejected, and which labels that contradicts", () => {
    const given = [
      scored(0.4, 0.91, right),
      scored(0.9, 0.92, wrong),
      scored(0.3, 0.93, wrong),
      scored(0.2, 0.94),
    ];
    const { calibrated } = recordedPilot(given.flat(), calibration).verifiers[0] ?? {};
    expect(calibrated).toMatchObject({ epsilon: 0.1, runs: 4, calibrating: 0, right: 1 });
    expect(calibrated?.at.map(({ below, epsilon }) => [epsilon, below])).toEqual([
      [0.01, null],
      [0.02, null],
      [0.05, 0.5],
      [0.1, 0.525],
      [0.2, 0.575],
    ]);
    expect(calibrated?.at[3]).toMatchObject({
      rejected: { count: 3, of: 4 },
      falseRejections: { count: 1, of: 1 },
      misses: { count: 1, of: 2 },
    });
  });

  it("leaves out the runs that it was made of, and scores of other verifiers", () => {
    const own = scored(0.5, 0, right);
    expect(recordedPilot(own, calibration).verifiers[0]?.calibrated).toMatchObject({
      runs: 0,
      calibrating: 1,
    });
    const held = scored(0.6, 0.97, { verifier: "calibrated", scoredBy: "judge-1" });
    expect(recordedPilot(held, calibration).verifiers[0]?.calibrated).toMatchObject({ runs: 1 });
    const other = scored(0.6, 0.97, { verifier: "judge-2" });
    expect(recordedPilot(other, calibration).verifiers[0]?.calibrated).toBeNull();
  });

  it("shows no threshold where groups are calibrated apart, as records tell no group", () => {
    const grouped = verdicts.map((verdict) => ({ ...verdict, group: "refunds" }));
    const apart = calibrateVerifier(grouped, { verifier: "judge-1", groups: true });
    expect(recordedPilot(scored(0.4, 0.91), apart).verifiers[0]?.calibrated?.at).toEqual([]);
  });

  it("advises to calibrate anew where right runs score otherwise than those that calibrated", () => {
    const low = Array.from({ length: 12 }, (_, index) => scored(0.1, 0.951 + index / 1000, right)).flat();
    const pilot = recordedPilot(low, calibration);
    expect(pilot.verifiers[0]?.calibrated?.drift.direction).toBe("harder");
    expect(pilot.advice).toMatchObject({
      kind: "calibrate-anew",
      sentence: expect.stringContaining("the 12 right runs labelled here score lower"),
    });
    const high = Array.from({ length: 12 }, (_, index) => scored(5, 0.951 + index / 1000, right)).flat();
    expect(recordedPilot(high, calibration).advice.sentence).toContain("score higher");
  });

  it("advises to use it where the agent runs without it, and anew where it does not hold", () => {
    const some = (more: Partial<JudgedRun>) =>
      Array.from({ length: 20 }, (_, index) =>
        scored(0.51 + index / 50, 0.951 + index / 1000, {
          ...right,
          ...more,
          ended: index < 8 ? "rejected" : "accepted",
        }),
      ).flat();
    expect(recordedPilot(some({}), calibration).advice).toMatchObject({
      kind: "calibrate",
      epsilon: 0.1,
      sentence:
        "Give the agent the calibrated verifier, at epsilon 0.1: without calibration it rejected 8 of 20 right runs.",
    });
    const inUse = some({ verifier: "calibrated", scoredBy: "judge-1" });
    expect(recordedPilot(inUse, calibration).advice).toMatchObject({
      kind: "calibrate-anew",
      sentence: expect.stringContaining("more than its epsilon of 0.1 promises"),
    });
  });
});
