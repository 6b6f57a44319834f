import { describe, expect, it } from "vitest";

import { figuresOf, removalOf } from "./coverage-figures.ts";
import { measureSetting, type SettingJob } from "./measure-setting.ts";

const JOB: SettingJob = { setting: "right", scorer: ".554", seed: 1, alphas: [{ alpha: 0.2, splits: 20 }] };

describe("one scorer on one kind of failures", () => {
  const figures = measureSetting(JOB);

  it("is measured by every method, and gives the same when it is measured again", () => {
    expect(figures.flatMap(({ methods }) => methods.map(({ method }) => method))).toHaveLength(9);
    expect(measureSetting(JOB)).toEqual(figures);
  });

  it("has the level and the upper bound of 100 failures that calibrate", () => {
    expect(figures).toMatchObject([{ level: expect.closeTo(0.8, 2), upper: 0.8099 }]);
  });

  it("is found by method, setting, scorer and alpha", () => {
    expect(
      removalOf(figures, { method: "left", setting: "right", scorer: ".554", alpha: 0.2 }),
    ).toBeGreaterThan(0.6);
    expect(figuresOf(figures, { method: "left", setting: "left" })).toEqual([]);
  });

  it("is refused if nobody knows the scorer", () => {
    expect(() => measureSetting({ ...JOB, scorer: "oracle" })).toThrow('got "oracle"');
  });
});
