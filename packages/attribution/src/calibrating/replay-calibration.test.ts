import { describe, expect, it } from "vitest";

import {
  attribute,
  calibrate,
  calibrationId,
  constantScorer,
  crossCalibrate,
  fitAndCalibrate,
  fitPositionScorer,
  parseCalibration,
  setsOf,
} from "../index.ts";
import { sampleTrajectories } from "../testing/index.ts";
import type { LabelledTrajectory, MissedTrajectory } from "../trajectory/index.ts";

const CONVENTION = "last-recovering-start" as const;
const byReplay = (trajectory: LabelledTrajectory): LabelledTrajectory => ({
  ...trajectory,
  label: { ...trajectory.label, convention: CONVENTION },
});
const missed = (trajectory: LabelledTrajectory, index: number): MissedTrajectory => {
  const { label: _, ...rest } = trajectory;
  return { ...rest, missed: index === 0 ? "inconclusive" : "unrecovered" };
};

const found = sampleTrajectories(30, 41).map(byReplay);
const misses = sampleTrajectories(4, 42).map(missed);
const scorer = fitPositionScorer(sampleTrajectories(9, 43));
const calibration = await calibrate(found, { scorer, misses });

describe("a calibration on labels by replay", () => {
  it("names its convention, and counts failures without a start among its n", () => {
    expect(calibration).toMatchObject({ version: 4, convention: CONVENTION, n: 34 });
    expect(calibration.failures).toHaveLength(30);
    expect(calibration.misses?.map((miss) => miss.missed).toSorted()).toEqual([
      "inconclusive",
      "unrecovered",
      "unrecovered",
      "unrecovered",
    ]);
    expect(calibration.promises).toMatchObject([{ n: 34 }]);
  });

  it("is the same from its file, and has an id of its own", async () => {
    const text = JSON.stringify(calibration);
    expect(parseCalibration(text)).toEqual(calibration);
    const { misses: _, ...without } = await calibrate(found, { scorer });
    expect(calibrationId(without)).not.toBe(calibrationId(calibration));
  });

  it("is refused where version and convention do not belong together, or n leaves misses out", () => {
    const { convention: _, ...rest } = calibration;
    const refused = (value: object) => () => parseCalibration(JSON.stringify(value));
    expect(refused({ ...calibration, version: 3 })).toThrow(/`version`: expected 4/);
    expect(refused({ ...rest, version: 3 })).toThrow(/last-recovering-start/);
    expect(refused({ ...calibration, n: 30 })).toThrow(/expected 34, the number of failures/);
    expect(refused({ ...calibration, convention: "whatever" })).toThrow(/convention/);
  });

  it("makes sets that promise the last recovering start, and says so in what is recorded", async () => {
    const [fresh] = sampleTrajectories(1, 44);
    if (fresh === undefined) throw new Error("Expected a sample.");
    const { calibrated, set } = await attribute(fresh, { scorer, calibration });
    expect(calibrated).toMatchObject({ convention: CONVENTION });
    expect(set.reason).toContain("begin at or before the last start from which a replay recovered");
  });

  it("has the sets that infinite nonconformities of the misses give", async () => {
    const by = { scorer, method: "vanilla" } as const;
    const withMisses = await calibrate(found, { ...by, misses });
    const without = await calibrate(found, by);
    const at = (alpha: number, of: typeof without) => setsOf(of, alpha).thresholdFor({})?.value ?? NaN;
    for (const alpha of [0.2, 0.3, 0.5]) expect(at(alpha, withMisses)).toBeGreaterThan(at(alpha, without));
    expect(at(0.1, withMisses)).toBe(Infinity);
    expect(at(0.1, without)).toBeLessThan(1);
  });

  it("takes ranges, which raise the threshold", async () => {
    const ranges = found.map((each): LabelledTrajectory => {
      const last = each.steps.length - 1;
      const { decisiveStep } = each.label;
      return decisiveStep === last ? each : { ...each, label: { ...each.label, lastPossibleStep: last } };
    });
    const wide = await calibrate(ranges, { scorer, method: "interval" });
    const narrow = await calibrate(found, { scorer, method: "interval" });
    const valueOf = (of: typeof wide) => setsOf(of, 0.3).thresholdFor({})?.value ?? NaN;
    expect(valueOf(wide)).toBeGreaterThan(valueOf(narrow));
    expect(parseCalibration(JSON.stringify(wide))).toEqual(wide);
  });

  it("can be of misses alone, and then leaves every step in", async () => {
    const none = await calibrate([], { scorer, misses });
    expect(none.promises).toEqual([{ n: 4, level: 0 }]);
  });

  it("keeps the groups of misses", async () => {
    const grouped = { scorer: constantScorer(), method: "left", groups: true } as const;
    const { promises } = await calibrate(
      found.map((each, index) => ({ ...each, group: index < 15 ? "a" : "b" })),
      { ...grouped, misses: misses.map((each) => ({ ...each, group: "b" })) },
    );
    expect(promises).toMatchObject([
      { group: "a", n: 15 },
      { group: "b", n: 19 },
    ]);
  });
});

describe("labels of several conventions", () => {
  it("are refused, before anything is scored", async () => {
    const people = sampleTrajectories(5, 45);
    const message =
      /one convention, got 30 that name the last start from which a replay recovered and 5 that name the first mistake/;
    await expect(calibrate([...found, ...people], { scorer })).rejects.toThrow(message);
    await expect(calibrate(people, { scorer, misses })).rejects.toThrow(/got 4 .* and 5/);
    const fit = fitPositionScorer;
    await expect(fitAndCalibrate([...found, ...people], { fit, seed: 1 })).rejects.toThrow(message);
    await expect(crossCalibrate([...found, ...people], { fit, seed: 1 })).rejects.toThrow(message);
  });

  it("are those that first attempts weigh and those by replay, too", async () => {
    const firstAttempts = [{ length: 5, succeeded: 9, failed: 3 }];
    await expect(calibrate(found, { scorer, firstAttempts })).rejects.toThrow(/no `firstAttempts`/);
  });
});

describe("fitting on labels by replay", () => {
  const seen = async (learn: typeof fitAndCalibrate | typeof crossCalibrate, seed: number) => {
    const fitted = new Set<string>();
    const fit = (labelled: readonly LabelledTrajectory[]) => {
      for (const { id } of labelled) fitted.add(id);
      return fitPositionScorer(labelled);
    };
    const { calibration: learnt } = await learn(found, { fit, seed, misses });
    return { fitted, learnt };
  };

  it("draws failures without a start into either part like the others, and fits on none of them", async () => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 60; seed += 1) {
      const { fitted, learnt } = await seen(fitAndCalibrate, seed);
      const among = learnt.misses?.length ?? 0;
      counts.set(among, (counts.get(among) ?? 0) + 1);
      // 34 failures: 14 calibrate at alpha 0.2.
      expect(learnt.n).toBe(14);
      expect(learnt.failures.length + among).toBe(14);
      expect(fitted.size).toBe(20 - (4 - among));
      expect(misses.some(({ id }) => fitted.has(id))).toBe(false);
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  });

  it("calibrates on all of them across folds, and fits on those with a start", async () => {
    const { fitted, learnt } = await seen(crossCalibrate, 3);
    expect(learnt).toMatchObject({ n: 34, guarantee: "approximate", convention: CONVENTION });
    expect(learnt.misses).toHaveLength(4);
    expect(fitted.size).toBe(30);
  });

  it("gives failures without a start to a fit that takes them, those of its own part alone", async () => {
    const parts: string[][] = [];
    const fitTo = (failures: readonly (LabelledTrajectory | MissedTrajectory)[]) => {
      parts.push(failures.map((failure) => ("missed" in failure ? failure.missed : "found")));
      return constantScorer();
    };
    const countIn = (part: readonly string[] = []) => part.filter((each) => each !== "found").length;
    const split = await fitAndCalibrate(found, { fit: { fitTo }, seed: 2, misses });
    expect(parts.map(({ length }) => length)).toEqual([20]);
    expect(countIn(parts[0])).toBe(4 - (split.calibration.misses?.length ?? 0));
    expect(countIn(parts[0])).toBeGreaterThan(0);
    parts.length = 0;
    await crossCalibrate(found, { fit: { fitTo }, seed: 3, misses });
    expect(parts.map(countIn).reduce((sum, count) => sum + count, 0)).toBe(4 * 4 + 4);
    expect(parts.at(-1)).toHaveLength(34);
  });
});
