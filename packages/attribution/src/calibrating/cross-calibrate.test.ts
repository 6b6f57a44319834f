import { describe, expect, it } from "vitest";

import {
  attribute,
  calibrate,
  crossCalibrate,
  fitAndCalibrate,
  fitPositionScorer,
  parseCalibration,
} from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";

const labelled = sampleTrajectories(23, 31);
const [failed] = sampleTrajectories(1, 32);
if (failed === undefined) throw new Error("Expected a sample.");

describe("crossCalibrate", () => {
  it("scores each failure once, by a scorer that has not seen it, and returns one that has seen all", async () => {
    const fitted: string[][] = [];
    const { scorer, calibration } = await crossCalibrate(labelled, {
      seed: 3,
      fit: (some) => {
        fitted.push(some.map(({ id }) => id));
        return fitPositionScorer(some);
      },
    });
    const all = labelled.map(({ id }) => id);
    const heldOut = fitted.map((ids) => all.filter((id) => !ids.includes(id)));
    expect(fitted).toHaveLength(6);
    expect(heldOut.flat().toSorted()).toEqual(all.toSorted());
    expect(heldOut.map(({ length }) => length)).toEqual([5, 5, 5, 4, 4, 0]);
    const expected = await Promise.all(
      heldOut.slice(0, 5).map(async (held) => {
        const foldScorer = fitPositionScorer(labelled.filter(({ id }) => !held.includes(id)));
        const outside = labelled.filter(({ id }) => held.includes(id));
        return (await calibrate(outside, { scorer: foldScorer })).failures;
      }),
    );
    expect(calibration.failures).toEqual(expected.flat().toSorted((a, b) => a.draw - b.draw));
    expect(scorer.fingerprint).toBe(fitPositionScorer(labelled).fingerprint);
    expect(calibration).toMatchObject({ n: 23, scorerFingerprint: scorer.fingerprint });
  });

  it("says that it is approximate: in the calibration, in its file, in every set", async () => {
    const { scorer, calibration } = await crossCalibrate(labelled, { seed: 3, fit: fitPositionScorer });
    expect(calibration).toMatchObject({ guarantee: "approximate" });
    const restored = parseCalibration(JSON.stringify(calibration));
    expect(restored).toEqual(calibration);
    const { set } = await attribute(failed, { scorer, calibration: restored });
    expect(set).toMatchObject({ guarantee: "approximate", drawn: { average: 0.8 } });
    expect([19 / 24, 20 / 24]).toContain(set.level);
    expect(set.reason).toMatch(
      /about (19|20) in 24 .*, and 0\.8 on average over calibrations, not guaranteed since the scorer was fitted anew/,
    );
  });

  it("is told apart from an exact calibration, which says nothing of it", async () => {
    const { calibration, scorer } = await fitAndCalibrate(labelled, { seed: 3, fit: fitPositionScorer });
    expect(calibration).not.toHaveProperty("guarantee");
    expect((await attribute(failed, { scorer, calibration })).set.guarantee).toBe("exact");
  });

  it("depends on the seed alone, and has no more folds than failures", async () => {
    const calibrateWith = async (seed: number, folds: number) =>
      (await crossCalibrate(labelled.slice(0, 6), { seed, folds, fit: fitPositionScorer })).calibration;
    expect(await calibrateWith(1, 3)).toEqual(await calibrateWith(1, 3));
    expect(await calibrateWith(1, 3)).not.toEqual(await calibrateWith(2, 3));
    // Leaving one out at a time, nothing is left to draw.
    expect(await calibrateWith(1, 99)).toEqual(await calibrateWith(2, 6));
  });

  it("covers about 1 - alpha over 400 resamples of simulated failures", async () => {
    let covered = 0;
    for (let seed = 0; seed < 400; seed += 1) {
      const [fresh, ...rest] = sampleTrajectories(31, 5000 + seed);
      if (fresh === undefined) throw new Error("Expected a sample.");
      const calibrated = await crossCalibrate(rest, { seed, fit: fitPositionScorer });
      const { set } = await attribute(fresh, calibrated);
      if (set.steps.includes(fresh.label.decisiveStep)) covered += 1;
    }
    expect(covered / 400).toBeGreaterThan(0.72);
  });

  it("refuses a single failure, and fewer than two folds", async () => {
    const fit = fitPositionScorer;
    await expect(crossCalibrate(labelled.slice(0, 1), { seed: 1, fit })).rejects.toMatchObject({
      code: "NOT_ENOUGH_LABELS",
      needed: 2,
    });
    await expect(crossCalibrate(labelled, { seed: 1, fit, folds: 1 })).rejects.toThrow(
      new RangeError("Expected `folds` to be a whole number >= 2, got 1."),
    );
  });

  it("stops between folds once aborted", async () => {
    const reason = new Error("stop");
    const controller = new AbortController();
    let fits = 0;
    const fit = (some: Parameters<typeof fitPositionScorer>[0]) => {
      fits += 1;
      controller.abort(reason);
      return fitPositionScorer(some);
    };
    await expect(crossCalibrate(labelled, { seed: 1, fit, signal: controller.signal })).rejects.toBe(reason);
    expect(fits).toBe(1);
  });
});
