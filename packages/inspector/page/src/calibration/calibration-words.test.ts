import { describe, expect, it } from "vitest";

import { coverageWords, progressWords, promiseOf } from "./calibration-words.ts";

const calibration = {
  file: "calibration.json",
  method: "suffix",
  alpha: 0.2,
  n: 212,
  scorerFingerprint: "s",
  guarantee: "exact",
} as const;
const coverage = { covered: 17, n: 21, low: 0.581, high: 0.946, target: 0.8 };

describe("promiseOf", () => {
  it("promises an average, and says that it is no thread's certainty", () => {
    expect(promiseOf(calibration)).toMatch(/^At least 80 % .* on average .* not how certain/);
  });

  it("promises less where the guarantee is only approximate", () => {
    expect(promiseOf({ ...calibration, guarantee: "approximate" })).toMatch(
      /^About 80 % .* measured, not proven\.$/,
    );
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

  it("calls the promise broken only where the whole interval lies below it", () => {
    const verdict = (low: number, high: number) => coverageWords({ ...coverage, low, high });
    expect(verdict(0.5, 0.79).isBroken).toBe(true);
    expect(verdict(0.5, 0.79).verdict).toContain("less than the 80 % promised");
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
