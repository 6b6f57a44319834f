import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
  calibrate,
  CalibrationFormatError,
  constantScorer,
  fitAndCalibrate,
  fitPositionScorer,
  NotEnoughLabelsError,
  parseCalibration,
  readCalibration,
  scoredRun,
  scorerFromModel,
  writeCalibration,
  type StepScorer,
} from "../index.ts";
import { trajectorySeed } from "../draws/index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const labelled = sampleTrajectories(20, 21);
const calibration = await calibrate(labelled, { scorer: fitPositionScorer(sampleTrajectories(9, 22)) });
const changed = (change: object): string => JSON.stringify({ ...calibration, ...change });

describe("calibrate", () => {
  it("keeps scores and labels of all failures, and the scorer", async () => {
    expect(calibration).toMatchObject({ method: "suffix", alpha: 0.2, n: 20, shares: true });
    const scorer = fitPositionScorer(sampleTrajectories(9, 22));
    const kept = new Map(calibration.failures.map((failure) => [failure.draw, failure]));
    for (const trajectory of labelled) {
      expect(kept.get(trajectorySeed(trajectory))).toEqual({
        stepScores: await scorer.score(trajectory),
        decisiveSteps: [trajectory.label.decisiveStep],
        draw: trajectorySeed(trajectory),
      });
    }
    expect(calibration.scorerModel).toMatchObject({ kind: "position" });
  });

  it("does not depend on the order of the labelled failures", async () => {
    const scorer = fitPositionScorer(sampleTrajectories(9, 22));
    expect(await calibrate(labelled.toReversed(), { scorer })).toEqual(calibration);
  });

  it("keeps groups, planted labels and several decisive steps if the options ask for them", async () => {
    const [first, ...rest] = labelled;
    if (first === undefined) throw new Error("Expected a sample.");
    const label = { decisiveStep: 0, furtherDecisiveSteps: [1], planted: true } as const;
    const grouped = [{ ...first, group: "easy", label }, ...rest];
    const options = { scorer: constantScorer(), goal: 0.5 };
    const own = await calibrate(grouped, { ...options, groups: true, firstAttempts: [] });
    const kept = own.failures.find(({ draw }) => draw === trajectorySeed(first));
    expect(kept).toMatchObject({ group: "easy", decisiveSteps: [0, 1], planted: true });
    expect(own).toMatchObject({ goal: 0.5, firstAttempts: [] });
    const shared = await calibrate(grouped, options);
    expect(shared.failures.some(({ group }) => group !== undefined)).toBe(false);
  });

  it("draws by the thread of a recorded run, and not by its checkpoint, which hangs on the clock", () => {
    const drawOf = (id: string) => scoredRun({ id }, [1]).draw;
    const [one, other] = ["1f1e69dc-b759-6250-8006-79377797838e", "1f1e69dc-b759-6250-8006-79377797838f"];
    expect(drawOf(`thread-1:${one}`)).toBe(drawOf(`thread-1:${other}`));
    expect(drawOf(`thread-1:${one}`)).not.toBe(drawOf(`thread-2:${one}`));
    expect(drawOf("airline:12")).not.toBe(drawOf("airline:13"));
  });

  it("refuses options that exclude each other, before it scores anything", async () => {
    const scorer = { ...constantScorer(), score: () => Promise.reject(new Error("asked")) };
    await expect(calibrate(labelled, { scorer, method: "selected", delta: 0.1 })).rejects.toThrow(
      /`selected` has no form with `delta`/,
    );
    await expect(
      calibrate(labelled, { scorer: constantScorer(), alpha: 0.01, smallSample: "throw" }),
    ).rejects.toThrow(/at least 99 labelled failures/);
  });

  it("keeps no model of a scorer that is not one of ours", async () => {
    const foreign: StepScorer = Object.assign(
      { ...constantScorer(), fingerprint: "judge" },
      { model: { kind: "constant" } },
    );
    expect(await calibrate(labelled, { scorer: foreign })).not.toHaveProperty("scorerModel");
  });

  it("refuses no failures, an impossible label and an impossible alpha", async () => {
    const scorer = constantScorer();
    await expect(calibrate([], { scorer })).rejects.toThrow(NotEnoughLabelsError);
    await expect(calibrate(labelled, { scorer, alpha: -0.1 })).rejects.toThrow(RangeError);
    const mislabelled = labelled.map((trajectory) => ({ ...trajectory, label: { decisiveStep: 99 } }));
    await expect(calibrate(mislabelled, { scorer })).rejects.toThrow(
      /decisive step of "sample-21-0" in 0\.\.\d+, got 99/,
    );
  });
});

describe("fitAndCalibrate", () => {
  it("never shows a failure to both the fitting and the calibrating", async () => {
    const seen = new Set<string>();
    const result = await fitAndCalibrate(labelled, {
      seed: 4,
      fit: (half) => {
        half.forEach(({ id }) => seen.add(id));
        return fitPositionScorer(half);
      },
    });
    // Nine of twenty calibrate: 0.2 (9 + 1) is whole.
    expect(seen.size).toBe(11);
    const rest = labelled.filter(({ id }) => !seen.has(id));
    expect(await calibrate(rest, { scorer: result.scorer })).toEqual(result.calibration);
  });

  it("splits by the seed alone", async () => {
    const calibrateWith = async (seed: number) =>
      (await fitAndCalibrate(labelled, { seed, fit: fitPositionScorer })).calibration;
    expect(await calibrateWith(1)).toEqual(await calibrateWith(1));
    expect(await calibrateWith(1)).not.toEqual(await calibrateWith(2));
  });

  it("refuses a single failure", async () => {
    const one = fitAndCalibrate(labelled.slice(0, 1), { seed: 1, fit: fitPositionScorer });
    await expect(one).rejects.toMatchObject({ code: "NOT_ENOUGH_LABELS", needed: 2, actual: 1 });
  });
});

describe("a calibration file", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "calibration-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("reads back as it was written, over an older one, and leaves no draft behind", async () => {
    const path = join(folder, "calibration.json");
    await writeFile(path, "old");
    await writeCalibration(path, calibration);
    expect(await readCalibration(path)).toEqual(calibration);
    expect(await readdir(folder)).toEqual(["calibration.json"]);
  });

  it("leaves the old file alone when the new one cannot be written", async () => {
    const path = join(folder, "calibration.json");
    await writeCalibration(path, calibration);
    await expect(writeCalibration(path, { ...calibration, n: 1 })).rejects.toThrow(CalibrationFormatError);
    expect(await readCalibration(path)).toEqual(calibration);
    await expect(writeCalibration(join(folder, "missing", "c.json"), calibration)).rejects.toThrow(/ENOENT/);
    expect(await readdir(folder)).toEqual(["calibration.json"]);
  });

  it.each([
    ["cut short", JSON.stringify(calibration).slice(0, -9), "", /characters of something else/],
    ["no calibration at all", "[1]", "", /got an object/],
    ["of an older version", changed({ version: 2 }), "version", /got 2/],
    ["of another guarantee", changed({ guarantee: "exact" }), "guarantee", /got "exact"/],
    ["of options that exclude each other", changed({ goal: "mean", delta: 0.1 }), "", /`mean` has no form/],
    ["of an unknown method", changed({ method: "best" }), "method", /got "best"/],
    ["short of a failure", changed({ failures: calibration.failures.slice(1) }), "n", /expected 19.*got 20/],
    [
      "missing a number",
      changed({ failures: [{ stepScores: [Number.NaN], decisiveSteps: [0], draw: 0 }] }),
      "failures[0].stepScores[0]",
      /got null/,
    ],
    [
      "labelled outside of its failure",
      changed({ failures: [{ stepScores: [1], decisiveSteps: [1], draw: 0 }] }),
      "failures[0].decisiveSteps",
      /have a score/,
    ],
    ["of alpha 1", changed({ alpha: 1 }), "alpha", /got 1/],
    [
      "with a forecast that keeps steps in more failures than it is of",
      changed({ forecast: { failures: 3, kept: 4, redone: 0.5, standardError: 0 } }),
      "forecast.kept",
      /no more failures/,
    ],
    [
      "of another model",
      changed({ scorerModel: { kind: "constant" } }),
      "scorerModel",
      /position-.*constant-/,
    ],
  ])("is refused if it is %s", (_, text, field, message) => {
    expect(() => parseCalibration(text)).toThrow(
      expect.objectContaining({ code: "CALIBRATION_FORMAT", field }),
    );
    expect(() => parseCalibration(text)).toThrow(message);
  });
});

describe("scorerFromModel", () => {
  it("refuses a model of other features, and a malformed one", () => {
    const logit = {
      kind: "logit",
      featureSet: "0",
      features: [],
      means: [],
      deviations: [1],
      weights: [],
      l2: 1,
    } as const;
    expect(() => scorerFromModel(logit)).toThrow(expect.objectContaining({ code: "SCORER_MODEL" }));
    const position = { kind: "position", relative: [0], fromStart: [1], fromEnd: [1] } as const;
    expect(() => scorerFromModel(position)).toThrow(/`relative.0`/);
  });
});
