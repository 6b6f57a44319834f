import { describe, expect, it } from "vitest";

import { coverageAxis, coverageRows, coverageWords, progressWords, promiseOf } from "./calibration-words.ts";

const calibration = {
  file: "calibration.json",
  method: "suffix",
  alpha: 0.2,
  n: 212,
  scorerFingerprint: "s",
  guarantee: "exact",
  goal: "first",
  planted: null,
} as const;
const coverage = { covered: 17, n: 21, low: 0.581, high: 0.946, target: 0.8, goal: "first" } as const;

describe("promiseOf", () => {
  it("promises an average, and says that it is no thread's certainty", () => {
    expect(promiseOf(calibration)).toMatch(/^Promised: at least 80 % .* on average .* not how certain/);
  });

  it("promises less where the guarantee is only approximate", () => {
    expect(promiseOf({ ...calibration, guarantee: "approximate" })).toMatch(
      /^Aimed at: about 80 % .* aimed at, not proven\.$/,
    );
  });

  it("tells of planted failures that are weighed in one sentence", () => {
    const planted = { n: 200, isWeighed: true };
    expect(promiseOf({ ...calibration, guarantee: "approximate", planted })).toMatch(
      /^Aimed at: .* 200 of these are planted, and each counts by how likely a natural failure has its first mistake at its step\.$/,
    );
  });

  it("says what a set is to hold where that is not the first decisive step", () => {
    expect(promiseOf({ ...calibration, goal: 0.5 })).toMatch(
      /^Promised: at least 80 % of the sets contain at least 50 % of the decisive steps, on average/,
    );
    expect(promiseOf({ ...calibration, goal: 1 })).toMatch(
      /^Promised: at least 80 % of the sets contain all decisive steps,/,
    );
    expect(promiseOf({ ...calibration, goal: "mean" })).toMatch(
      /^Promised: the sets contain at least 80 % of an attempt's decisive steps, on average/,
    );
  });

  it("speaks of the last start from which a replay recovered where the labels are by replay", () => {
    const words = promiseOf({ ...calibration, byReplay: { unrecovered: 3, inconclusive: 1 } });
    expect(words).toMatch(
      /80 % of the sets begin at or before the last start from which a replay recovered, which need not be the first mistake, on average/,
    );
    expect(words).toMatch(/misses: 3 that no replay recovered, and 1 on which replays came to no verdict\.$/);
    expect(promiseOf({ ...calibration, byReplay: { unrecovered: 0, inconclusive: 0 } })).not.toContain(
      "misses:",
    );
    expect(coverageWords({ ...coverage, byReplay: true }).found).toContain(
      "held the last start from which a replay recovered in 17 of 21",
    );
    expect(coverageAxis({ goal: "first", byReplay: true })).toContain("the last start");
  });

  it("does not call every step a promise of 100 %", () => {
    expect(promiseOf({ ...calibration, alpha: 0 })).not.toContain("%");
  });
});

describe("coverageWords", () => {
  it("says how often, and between which bounds", () => {
    expect(coverageWords(coverage).found).toBe(
      "The recorded sets held the decisive step in 17 of 21 labelled attempts: 81 %. With 95 % confidence the true share lies between 58.1 % and 94.6 %.",
    );
  });

  it("says so of the goal, and not of attempts where the goal is a mean", () => {
    expect(coverageWords({ ...coverage, goal: 0.5 }).found).toContain(
      "held at least 50 % of the decisive steps in 17 of 21 labelled attempts: 81 %.",
    );
    const mean = { ...coverage, covered: 14.7, goal: "mean" } as const;
    expect(coverageWords(mean).found).toMatch(
      /^The recorded sets held 70 % of the decisive steps, on average over 21 labelled attempts\. /,
    );
    expect(coverageRows(mean)).toEqual([
      ["mean share of the labelled steps held", "70 %"],
      ["95 % interval, Hoeffding", "58.1 % to 94.6 %"],
      ["target", "at least 80 %"],
    ]);
    expect(coverageAxis({ goal: "mean" })).toBe("mean share of the decisive steps held");
  });

  it("has rows and an axis for the first decisive step", () => {
    expect(coverageRows(coverage)).toEqual([
      ["held the labelled step", "17 of 21, 81 %"],
      ["95 % interval, Clopper and Pearson", "58.1 % to 94.6 %"],
      ["target", "at least 80 %"],
    ]);
    expect(coverageAxis({ goal: "first" })).toBe("share of sets that hold the decisive step");
  });

  it("calls the promise broken only where the whole interval lies below it", () => {
    const verdict = (low: number, high: number) => coverageWords({ ...coverage, low, high });
    expect(verdict(0.5, 0.79).isBroken).toBe(true);
    expect(verdict(0.5, 0.79).verdict).toContain("less than the target of 80 %");
    expect(verdict(0.5, 0.8).isBroken).toBe(false);
    expect(verdict(0.5, 0.8).verdict).toContain("does not contradict");
    expect(verdict(0.8, 0.9).verdict).toContain("no less than");
  });
});

describe("progressWords", () => {
  const view = { warnings: [], curve: [], positions: [] };

  it("counts labels, or says that there is nothing to label", () => {
    expect(progressWords({ ...view, labelled: 3, failed: 9 })).toBe(
      "3 of 9 failed first attempts are labelled.",
    );
    expect(progressWords({ ...view, labelled: 0, failed: 0 })).toBe("No run here has failed.");
  });
});
