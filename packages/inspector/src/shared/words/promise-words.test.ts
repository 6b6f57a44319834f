import { describe, expect, it } from "vitest";

import { sampleAttribution, type SamplePromise } from "../../testing/sample-attribution.ts";
import type { CalibrationView } from "../view/calibration-view.ts";
import { promiseWords } from "./promise-words.ts";

const words = (promise: SamplePromise, calibration?: CalibrationView, attempt = 1) =>
  promiseWords(sampleAttribution(8, 3, promise, 1), { attempt, calibration });

function calibrationOf(
  scorerFingerprint: string,
  warnings: CalibrationView["warnings"] = [],
): CalibrationView {
  const calibration = {
    file: "c.json",
    method: "suffix",
    alpha: 0.2,
    n: 212,
    scorerFingerprint,
    guarantee: "exact",
    goal: "first",
    planted: null,
    forecast: { failures: 212, kept: 150, redone: 0.6, standardError: 0.02 },
  } as const;
  return { calibration, warnings, curve: [], positions: [], labelled: 0, failed: 0 };
}

describe("promiseWords", () => {
  it("says that the target is an average, and not this thread's certainty", () => {
    const { short, meaning, doubts } = words("exact");
    expect(short).toBe("80 % target (n = 212)");
    expect(meaning).toMatch(
      /^80 % is promised on average over failures .* not how certain this thread's set is\.$/,
    );
    expect(doubts).toEqual([]);
  });

  it("gives the reason where there is no bound, and no figure", () => {
    expect(words("none")).toMatchObject({
      short: "no bound",
      doubts: ["No calibration was given, so any step may be the decisive one."],
    });
    expect(words("too-few").doubts[0]).toMatch(/3/);
  });

  it("says that a guarantee is approximate, or a fallback's, without doubting it", () => {
    expect(words("approximate")).toMatchObject({
      doubts: [],
      remarks: ["The guarantee is approximate: it is aimed at, not proven."],
    });
    expect(words("fallback").doubts).toEqual([]);
    expect(words("fallback").remarks.join(" ")).toMatch(/judge-of-steps-2 failed \(SCORER_FAILED\)/);
  });

  it("doubts what the calibration's own warnings speak against, and a calibration with another scorer", () => {
    const stale = { code: "STALE", message: "It is old." } as const;
    expect(words("exact", calibrationOf("sample-scorer-1", [stale])).doubts).toEqual(["It is old."]);
    expect(words("exact", calibrationOf("other")).doubts[0]).toMatch(/another scorer/);
    expect(words("exact", calibrationOf("sample-scorer-1")).doubts).toEqual([]);
  });

  it("promises for first attempts only, and says of a later set what it is", () => {
    expect(words("exact", undefined, 2)).toMatchObject({
      short: "no promise",
      isPromised: false,
      meaning: expect.stringMatching(/^Nothing is promised of attempt 2,/),
    });
  });

  it("says a promise, an aim and a goal in words of their own, none of which sounds measured", () => {
    const all = [words("exact"), words("approximate"), words("fallback")];
    for (const { meaning, remarks } of all)
      expect([meaning, ...remarks].join(" ")).not.toMatch(/\b(attain|hold|cover)s?\b/);
    expect(words("approximate").meaning).toMatch(/^80 % is aimed at on average/);
    const calibrated = { method: "suffix", goal: "mean" } as const;
    const mean = { ...sampleAttribution(8, 3, "exact", 1), calibrated };
    expect(promiseWords(mean).meaning).toMatch(/so large a share of an attempt's decisive steps/);
  });

  it("doubts a set that another verifier's failures calibrated", () => {
    const otherVerifier = { calibrated: "judge-1", actual: "judge-2" };
    const { doubts } = promiseWords({ ...sampleAttribution(8, 3, "exact", 1), otherVerifier });
    expect(doubts).toEqual([expect.stringMatching(/"judge-1" rejects, and "judge-2" rejected/)]);
  });

  it("hears of measured coverage below the promise only for sets that were counted", () => {
    const below = { code: "BELOW_PROMISE", message: "Labels contradict it." } as const;
    const same = { scorerFingerprint: "sample-scorer-1", n: 212, alpha: 0.2 };
    const { calibration: _, ...view } = calibrationOf("", [below]);
    expect(words("exact", { ...view, counted: same }).doubts).toEqual(["Labels contradict it."]);
    expect(words("exact", { ...view, counted: { ...same, n: 9 } }).doubts).toEqual([]);
  });

  it("is not troubled by there being no calibration open now: the set had its own", () => {
    const none = { code: "NO_CALIBRATION", message: "None was given." } as const;
    const { calibration: _, ...view } = calibrationOf("", [none]);
    expect(words("exact", view).doubts).toEqual([]);
  });
});
