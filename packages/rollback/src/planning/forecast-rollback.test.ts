import { calibrate, type Calibration, constantScorer } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { forecastRollback } from "../index.ts";
import { type Policy, restart, toSet } from "../policies/index.ts";

/** Failures of eight steps whose scores point at their mistakes. */
const failures = (mistakes: readonly number[]): Calibration["failures"] =>
  mistakes.map((mistake, place) => ({
    stepScores: Array.from({ length: 8 }, (_, step) => (step === mistake ? 5 + place / 100 : 0.1)),
    decisiveSteps: [mistake],
    draw: place,
  }));

const calibrated = (mistakes: readonly number[]): Calibration => ({
  format: "langgraph-rollback/calibration",
  version: 3,
  method: "suffix",
  alpha: 0.2,
  n: mistakes.length,
  scorerFingerprint: "points",
  failures: failures(mistakes),
});

describe("forecastRollback", () => {
  it("says how many steps first rollbacks redo, and how many failures keep one", () => {
    const found = forecastRollback(calibrated([0, 0, 4, 4, 4, 4, 4, 4, 4, 4]));
    expect(found).toMatchObject({ failures: 10, kept: 8 });
    expect(found.redone).toBeGreaterThan(0.55);
    expect(found.redone).toBeLessThan(0.8);
    expect(found.standardError).toBeGreaterThan(0);
  });

  it("holds each failure out of what is decided about it", () => {
    const early = calibrated([0, 7, 7, 7, 7, 7, 7, 7, 7, 7]);
    const flat = early.failures.map((failure) => ({
      ...failure,
      stepScores: failure.stepScores.map(() => 1),
    }));
    const calibration = { ...early, failures: flat, method: "left", alpha: 0.1 } as const;
    // Nine labels with the early one among them reach back to it; without it, the other nine do not.
    expect(forecastRollback(calibration, { policy: toSet() })).toMatchObject({ failures: 10, kept: 1 });
  });

  it("is the one that the calibration holds, unless options differ", () => {
    const forecast = { failures: 54, kept: 45, redone: 0.5, standardError: 0.02 };
    const calibration = { ...calibrated([4, 4, 4, 4, 4, 4, 4, 4, 4, 4]), forecast };
    expect(forecastRollback(calibration)).toEqual(forecast);
    expect(forecastRollback(calibration, { alpha: 0.2 })).toEqual(forecast);
    for (const options of [{ alpha: 0.3 }, { policy: restart() }, { maxRollbacks: 1 }])
      expect(forecastRollback(calibration, options)).toMatchObject({ failures: 10 });
  });

  it("decides about a part of very many", () => {
    const many = calibrated(Array.from({ length: 1000 }, (_, place) => 4 + (place % 3)));
    const forecast = forecastRollback(many);
    expect(forecast.failures).toBeGreaterThan(300);
    expect(forecast.failures).toBeLessThan(450);
    expect(forecast.kept).toBe(forecast.failures);
  });

  it("holds out without refusing fewer labels than the calibration asks for", () => {
    expect(forecastRollback({ ...calibrated([4, 4, 4, 4]), smallSample: "throw" })).toMatchObject({
      kept: 4,
    });
  });

  it("keeps nothing with too few labels, or by a policy that restarts", () => {
    expect(forecastRollback(calibrated([4, 4, 4]))).toEqual({
      failures: 3,
      kept: 0,
      redone: 1,
      standardError: 0,
    });
    expect(forecastRollback(calibrated([4, 4, 4, 4, 4]), { policy: restart() })).toMatchObject({ kept: 0 });
  });

  it("uses all where holding one out leaves too few to bound anything", () => {
    expect(forecastRollback(calibrated([4, 4, 4, 4]))).toMatchObject({ failures: 4, kept: 4 });
  });

  it("counts runs that would be given up as neither redone nor kept", () => {
    const policy: Policy = {
      name: "never",
      decide: () => ({ kind: "give-up", reason: "It never pays." }),
    };
    expect(forecastRollback(calibrated([4, 4, 4, 4, 4]), { policy })).toMatchObject({ kept: 0, redone: 0 });
  });

  it("goes by labelled places where scores say nothing", async () => {
    const labelled = Array.from({ length: 12 }, (_, nth) => ({
      id: `t${nth}`,
      task: "",
      steps: Array.from({ length: 8 }, (__, index) => ({ index, agent: "a", content: "" })),
      label: { decisiveStep: 5 + (nth % 3) },
    }));
    const calibration = await calibrate(labelled, { scorer: constantScorer(), method: "left" });
    expect(forecastRollback(calibration)).toMatchObject({ failures: 12, kept: 12 });
  });
});
