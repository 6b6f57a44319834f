import { describe, expect, it } from "vitest";

import {
  attribute,
  calibrate,
  CalibrationMismatchError,
  constantScorer,
  fitPositionScorer,
  ScorerFailedError,
  ScorerOutputError,
  type StepScorer,
} from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const labelled = sampleTrajectories(39, 11);
const [failed] = sampleTrajectories(1, 12);
if (failed === undefined) throw new Error("Expected a sample.");
const length = failed.steps.length;
const returning = (scores: unknown): StepScorer => ({
  fingerprint: "fake",
  // A scorer written without types may return this.
  score: async () =>
    JSON.parse(JSON.stringify(scores), (_, value: unknown) => (value === "NaN" ? Number.NaN : value)),
});

describe("attribute", () => {
  it("bounds where the decisive step lies, with the scores that the set came from", async () => {
    const scorer = fitPositionScorer(sampleTrajectories(30, 13));
    const calibration = await calibrate(labelled, { scorer, method: "interval" });
    const found = await attribute(failed, { scorer, calibration });
    expect(found).toMatchObject({
      status: "bounded",
      alpha: 0.2,
      n: 39,
      scorerFingerprint: scorer.fingerprint,
    });
    expect(found.scores).toHaveLength(length);
    expect(found.set.guarantee).toBe("exact");
    expect(found.set.level).toBe(32 / 40);
  });

  it("never shrinks the set when alpha shrinks, and takes any alpha from one calibration", async () => {
    const scorer = fitPositionScorer(sampleTrajectories(30, 13));
    const calibration = await calibrate(labelled, { scorer });
    const starts = await Promise.all(
      [0.5, 0.3, 0.2, 0.1, 0.05, 0].map(
        async (alpha) => (await attribute(failed, { scorer, calibration, alpha })).set.range.start,
      ),
    );
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(starts.at(-1)).toBe(0);
  });

  it("returns the whole trajectory, and says why, without a calibration", async () => {
    const found = await attribute(failed, { scorer: constantScorer() });
    expect(found).toMatchObject({ status: "unbounded", n: 0, set: { guarantee: "none", level: 1 } });
    expect(found.set.range).toEqual({ start: 0, end: length - 1 });
    expect(found.status === "unbounded" && found.reason).toMatch(/No calibration/);
  });

  it("returns the whole trajectory, and says why, when n is too small for alpha", async () => {
    const scorer = constantScorer();
    const calibration = await calibrate(labelled.slice(0, 3), { scorer });
    const found = await attribute(failed, { scorer, calibration });
    expect(found).toMatchObject({ status: "unbounded", n: 3, set: { trivial: { needed: 4 } } });
  });

  it("returns the whole trajectory when alpha 0 asks for it", async () => {
    const scorer = constantScorer();
    const calibration = await calibrate(labelled, { scorer });
    const found = await attribute(failed, { scorer, calibration, alpha: 0 });
    expect(found).toMatchObject({ status: "unbounded", alpha: 0 });
    expect(found.set.trivial).toBeUndefined();
  });

  it("refuses a calibration of another scorer before it scores anything", async () => {
    const calibration = await calibrate(labelled, { scorer: constantScorer() });
    const other: StepScorer = {
      fingerprint: "other",
      score: () => Promise.reject(new Error("Expected no call.")),
    };
    await expect(attribute(failed, { scorer: other, calibration })).rejects.toThrow(CalibrationMismatchError);
    await expect(attribute(failed, { scorer: other, calibration })).rejects.toThrow(
      /Recalibrate, or pin the scorer/,
    );
  });

  it.each([
    ["too few scores", [0.5], /one score for each of the \d+ steps, got 1 scores/],
    ["NaN", failed.steps.map(() => "NaN"), /numbers in \[0, 1\], got NaN for step 1/],
    ["a score above 1", failed.steps.map((_, index) => index), /got 2 for step 3/],
    ["a negative score", failed.steps.map(() => -0.1), /got -0.1 for step 1/],
    ["no array", "0.5", /got a string/],
  ])("refuses the output of a scorer that gives %s", async (_, scores, message) => {
    const outcome = attribute(failed, { scorer: returning(scores) });
    await expect(outcome).rejects.toThrow(ScorerOutputError);
    await expect(outcome).rejects.toMatchObject({ code: "SCORER_OUTPUT", fingerprint: "fake" });
    await expect(outcome).rejects.toThrow(message);
  });

  it("keeps the cause when a scorer fails", async () => {
    const cause = new Error("no connection");
    const scorer: StepScorer = { fingerprint: "fake", score: () => Promise.reject(cause) };
    const outcome = attribute(failed, { scorer });
    await expect(outcome).rejects.toThrow(ScorerFailedError);
    await expect(outcome).rejects.toMatchObject({ code: "SCORER_FAILED", cause, trajectoryId: failed.id });
  });

  describe("with a fallback", () => {
    const local = fitPositionScorer(sampleTrajectories(30, 13));
    const down: StepScorer = {
      fingerprint: "down",
      score: () => Promise.reject(Object.assign(new Error("no answer"), { code: "MODEL_FAILED" })),
    };

    it("bounds by the fallback's own calibration where the scorer fails, and says why", async () => {
      const fallback = { scorer: local, calibration: await calibrate(labelled, { scorer: local }) };
      const found = await attribute(failed, { scorer: down, fallback, alpha: 0.2 });
      const { fallback: why, ...rest } = found;
      expect(rest).toEqual(await attribute(failed, { ...fallback, alpha: 0.2 }));
      expect(why).toEqual({
        scorer: "down",
        code: "MODEL_FAILED",
        message: expect.stringContaining("no answer"),
      });
    });

    it("replaces invalid scores, too, and is not called if the scorer works", async () => {
      const found = await attribute(failed, { scorer: returning(["NaN"]), fallback: { scorer: local } });
      expect(found).toMatchObject({ status: "unbounded", fallback: { code: "SCORER_OUTPUT" } });
      const worked = await attribute(failed, { scorer: local, fallback: { scorer: down } });
      expect(worked.fallback).toBeUndefined();
    });

    it("refuses a calibration of another scorer before it scores anything, and never hides an abort", async () => {
      const calibration = await calibrate(labelled, { scorer: local });
      await expect(
        attribute(failed, { scorer: local, fallback: { scorer: constantScorer(), calibration } }),
      ).rejects.toThrow(CalibrationMismatchError);
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(attribute(failed, { scorer: down, fallback: { scorer: local }, signal })).rejects.toThrow(
        "enough",
      );
    });
  });

  it("does not wrap an abort: it rejects with the signal's reason", async () => {
    const reason = new Error("stop");
    const controller = new AbortController();
    const scorer: StepScorer = {
      fingerprint: "slow",
      score: async () => {
        controller.abort(reason);
        throw new Error("interrupted");
      },
    };
    await expect(attribute(failed, { scorer, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(attribute(failed, { scorer, signal: controller.signal })).rejects.toBe(reason);
  });

  it("refuses a trajectory without steps, and an alpha outside [0, 1)", async () => {
    const scorer = constantScorer();
    await expect(attribute({ ...failed, steps: [] }, { scorer })).rejects.toThrow(/at least one step/);
    await expect(attribute(failed, { scorer, alpha: 1 })).rejects.toThrow(/`alpha` in \[0, 1\), got 1/);
  });
});
