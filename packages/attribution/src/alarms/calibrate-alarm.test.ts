import { rm } from "node:fs/promises";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import { readAlarmCalibration, writeAlarmCalibration } from "./alarm-calibration-file.ts";
import { alarmOf } from "./alarm-of.ts";
import type { AlarmRun } from "./alarm-run.ts";
import { stoppedAt } from "./alarm-threshold.ts";
import { alarmsOf } from "./alarms-of.ts";
import { calibrateAlarm } from "./calibrate-alarm.ts";
import { fitAlarm } from "./fit-alarm.ts";

/** Runs of three to six steps, half of them right. The scores of wrong ones are a little lower. Simulated. */
function runsOf(count: number, seed: number): readonly (AlarmRun & { readonly draw: number })[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const right = at % 2 === 0;
    const length = 3 + Math.floor(random() * 4);
    const scores = Array.from({ length }, () => (right ? 0.3 + 0.7 * random() : 0.75 * random()));
    return { right, scores, group: at % 4 < 2 ? "a" : "b", draw: random() };
  });
}

const model = fitAlarm(runsOf(400, 1));
const shareStopped = (runs: readonly AlarmRun[], right: boolean, above: number): number => {
  const own = runs.filter((run) => run.right === right);
  return (
    own.filter(({ scores }) => stoppedAt(alarmsOf(model, scores), above) !== undefined).length / own.length
  );
};

describe("an alarm that is fitted to outcomes", () => {
  it("rises as the scores fall, and says so at each length", () => {
    for (const length of [1, 2, 5, 40]) {
      const [low, high] = [0.1, 0.9].map((score) =>
        alarmsOf(
          model,
          Array.from({ length }, () => score),
        ),
      );
      expect(low).toHaveLength(length);
      for (const [at, alarm] of (low ?? []).entries()) expect(alarm).toBeGreaterThan(high?.[at] ?? Infinity);
    }
  });

  it("tells of a prefix what it told when the prefix was all that there was", () => {
    const scores = [0.9, 0.4, 0.7, 0.2];
    for (let length = 1; length < 4; length += 1)
      expect(alarmsOf(model, scores).slice(0, length)).toEqual(alarmsOf(model, scores.slice(0, length)));
  });

  it("says nothing by how often runs are wrong: the log odds are taken out", () => {
    const random = seededRandom(3);
    const blind = Array.from({ length: 400 }, (_, at) => ({
      right: at % 4 === 0,
      scores: [random(), random()],
    }));
    const alarms = alarmsOf(fitAlarm(blind), [0.5, 0.5]);
    expect(Math.abs(alarms[0] ?? Number.NaN)).toBeLessThan(0.5);
  });

  it("takes 20 right and 20 wrong runs that go on after their first step", () => {
    const short = (right: boolean) => ({ right, scores: [0.5] });
    const long = (right: boolean) => ({ right, scores: [0.5, 0.5] });
    const right = Array.from({ length: 20 }, () => long(true));
    const wrong = Array.from({ length: 19 }, () => long(false));
    expect(() => fitAlarm([...right, ...wrong, short(false)])).toThrow("wrong runs of two steps");
    expect(fitAlarm([...right, ...wrong, long(false)]).positions).toHaveLength(1);
  });

  it.each([[[]], [[1.2]], [[Number.NaN, 0.5]]])("refuses the scores %j", (scores) => {
    expect(() => alarmsOf(model, scores)).toThrow(RangeError);
    expect(() => fitAlarm([{ right: true, scores }])).toThrow(RangeError);
  });
});

describe("a calibrated alarm", () => {
  const runs = runsOf(400, 2);

  it("stops at most its share of right runs, and many of the wrong ones", () => {
    const { above, reason } = alarmOf(calibrateAlarm(runs, { model, scorer: "judge", alpha: 0.1 }));
    const fresh = runsOf(4000, 4);
    expect(shareStopped(fresh, true, above)).toBeLessThan(0.1 + 3 * Math.sqrt(0.09 / 2000 + 0.09 / 200));
    expect(shareStopped(fresh, false, above)).toBeGreaterThan(0.5);
    expect(reason).toMatch(
      /^A run is stopped once its alarm is above .*; of right runs at most .* % ever are \(n = 200\)/,
    );
  });

  it("draws its rank from the runs' names, and rounds it up where one has none", () => {
    expect(alarmOf(calibrateAlarm(runs, { model, scorer: "judge" })).drawn).toBeDefined();
    const unnamed = runs.map(({ right, scores }) => ({ right, scores }));
    expect(alarmOf(calibrateAlarm(unnamed, { model, scorer: "judge" })).drawn).toBeUndefined();
  });

  it("keeps groups apart, and one with too few right runs stops nobody unless it may take all runs'", () => {
    const few = [
      ...runs.filter(({ group }) => group === "a"),
      ...runs.filter(({ group }) => group === "b").slice(0, 6),
    ];
    const options = { model, scorer: "judge", groups: true };
    const full = calibrateAlarm(few, options);
    expect(alarmOf(full, { group: "b" })).toMatchObject({ above: Infinity, guarantee: "exact" });
    expect(alarmOf(full, { group: "b" }).reason).toMatch(
      /^Group "b": No run is stopped, as 3 right runs are labelled/,
    );
    const pooled = calibrateAlarm(few, { ...options, smallGroups: "pooled" });
    expect(alarmOf(pooled, { group: "b" })).toMatchObject({ guarantee: "approximate" });
    expect(alarmOf(pooled, { group: "b" }).above).toBeLessThan(Infinity);
  });

  it("says whose word it is that runs are right", () => {
    const calibration = calibrateAlarm(runs, { model, scorer: "judge", rightBy: "acceptance" });
    expect(alarmOf(calibration).reason).toContain("of runs that the verifier accepts at most");
  });

  it("is a file that is read back to the bit, also with runs of one step, and is refused where it contradicts itself", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "alarm-"));
    const file = path.join(folder, "alarm.json");
    const calibration = calibrateAlarm([...runs, { right: true, scores: [0.4] }], {
      model,
      scorer: { fingerprint: "judge" },
    });
    await writeAlarmCalibration(file, calibration);
    expect(await readAlarmCalibration(file)).toEqual(calibration);
    await expect(writeAlarmCalibration(file, { ...calibration, n: 3 })).rejects.toMatchObject({
      code: "CALIBRATION_FORMAT",
      field: "n",
    });
    await rm(folder, { recursive: true });
  });
});
