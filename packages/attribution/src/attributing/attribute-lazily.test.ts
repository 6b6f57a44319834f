import { describe, expect, it } from "vitest";

import {
  attribute,
  attributeLazily,
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
const fresh = sampleTrajectories(40, 12);
const [failed] = fresh;
if (failed === undefined) throw new Error("Expected a sample.");

/** A scorer that scores one step, and counts how often. */
function byStep(scorer: StepScorer) {
  const asked: number[] = [];
  return {
    ...scorer,
    asked,
    scoreStep: async (...[trajectory, index]: Parameters<NonNullable<StepScorer["scoreStep"]>>) => {
      asked.push(index);
      return (await scorer.score(trajectory))[index] ?? Number.NaN;
    },
  };
}

describe("attributeLazily", () => {
  it.each(["left", "right"] as const)(
    "finds the set of attribute by %s, for fewer scores",
    async (method) => {
      const scorer = fitPositionScorer(sampleTrajectories(30, 13));
      const calibration = await calibrate(labelled, { scorer, method, alpha: 0.5 });
      let saved = 0;
      for (const trajectory of fresh) {
        const counting = byStep(scorer);
        const { nfe, scores, ...lazy } = await attributeLazily(trajectory, { scorer: counting, calibration });
        const { scores: all, ...eager } = await attribute(trajectory, { scorer, calibration });
        expect(lazy).toEqual(eager);
        expect(counting.asked).toHaveLength(nfe);
        expect(scores).toEqual(all.map((score, step) => (counting.asked.includes(step) ? score : undefined)));
        saved += all.length - nfe;
      }
      expect(saved).toBeGreaterThan(0);
    },
  );

  it("asks for nothing when the set is the whole trajectory anyway, and says why", async () => {
    const scorer = byStep(constantScorer());
    const calibration = await calibrate(labelled.slice(0, 3), { scorer, method: "left" });
    const few = await attributeLazily(failed, { scorer, calibration });
    expect(few).toMatchObject({ status: "unbounded", nfe: 0, n: 3, set: { trivial: { needed: 4 } } });
    expect(few.scores).toEqual(failed.steps.map(() => undefined));
    const all = await attributeLazily(failed, { scorer, calibration, alpha: 0 });
    expect(all).toMatchObject({ status: "unbounded", nfe: 0, alpha: 0 });
    expect(scorer.asked).toEqual([]);
  });

  it("refuses a calibration for a method that needs every score", async () => {
    const scorer = byStep(constantScorer());
    const calibration = await calibrate(labelled, { scorer, method: "suffix" });
    await expect(attributeLazily(failed, { scorer, calibration })).rejects.toThrow(
      new RangeError('Expected a `calibration` for the method "left" or "right", got "suffix".'),
    );
  });

  it("refuses a calibration of another scorer before it scores anything", async () => {
    const calibration = await calibrate(labelled, { scorer: constantScorer(), method: "left" });
    const other = { ...byStep(constantScorer()), fingerprint: "other" };
    await expect(attributeLazily(failed, { scorer: other, calibration })).rejects.toThrow(
      CalibrationMismatchError,
    );
    expect(other.asked).toEqual([]);
  });

  it("checks scores, keeps the cause of failures and does not wrap an abort", async () => {
    const scorer = constantScorer();
    const calibration = await calibrate(labelled, { scorer, method: "right" });
    const giving = (scoreStep: () => Promise<number>) =>
      attributeLazily(failed, { scorer: { ...scorer, scoreStep }, calibration });
    const bad = giving(async () => 2);
    await expect(bad).rejects.toThrow(ScorerOutputError);
    await expect(bad).rejects.toThrow(/numbers in \[0, 1\], got 2 for step 1/);
    const cause = new Error("no connection");
    const failure = giving(() => Promise.reject(cause));
    await expect(failure).rejects.toThrow(ScorerFailedError);
    await expect(failure).rejects.toMatchObject({ cause, trajectoryId: failed.id });
    const reason = new Error("stop");
    const aborted = { scorer: byStep(scorer), calibration, signal: AbortSignal.abort(reason) };
    await expect(attributeLazily(failed, aborted)).rejects.toBe(reason);
    expect(aborted.scorer.asked).toEqual([]);
  });

  it("refuses a trajectory without steps, and an alpha outside [0, 1)", async () => {
    const scorer = byStep(constantScorer());
    const calibration = await calibrate(labelled, { scorer, method: "left" });
    const options = { scorer, calibration };
    await expect(attributeLazily({ ...failed, steps: [] }, options)).rejects.toThrow(/at least one step/);
    await expect(attributeLazily(failed, { ...options, alpha: 1 })).rejects.toThrow(
      /`alpha` in \[0, 1\), got 1/,
    );
  });
});

describe("the methods crsvp and list", () => {
  it.each(["crsvp", "list"] as const)("%s calibrate and attribute, the same each time", async (method) => {
    const scorer = fitPositionScorer(sampleTrajectories(30, 13));
    const calibration = await calibrate(labelled, { scorer, method });
    const found = await attribute(failed, { scorer, calibration });
    expect(found).toMatchObject({ status: "bounded", set: { guarantee: "exact", level: 32 / 40 } });
    expect(await attribute(failed, { scorer, calibration })).toEqual(found);
    expect(await calibrate(labelled.toReversed(), { scorer, method })).toEqual(calibration);
  });
});
