import { seededRandom } from "../conformal/index.ts";
import { describe, expect, it } from "vitest";

import { accepted, made, planned, right, runs, wrong } from "../fixtures/recorded-runs.ts";
import { type JudgedRun, recordedPilot } from "../index.ts";

const adviceOn = (...given: readonly (readonly JudgedRun[])[]) => recordedPilot(given.flat()).advice;

describe("advice on recorded runs", () => {
  it("asks to observe where nothing was judged, or too little to know how often rollback acts", () => {
    expect(adviceOn()).toMatchObject({ kind: "observe-more" });
    expect(adviceOn(runs(8), runs(2, planned))).toEqual({
      kind: "observe-more",
      more: 60,
      sentence: "Observe 60 more runs to know how often rollback acts: the verifier rejected 2 of 10.",
    });
    expect(adviceOn(runs(8), runs(2, made({}))).sentence).toContain("Record 60 more runs");
    expect(adviceOn(runs(56), runs(14, planned)).kind).not.toBe("observe-more");
  });

  it("asks for labels until it is known whether too many right runs are rejected", () => {
    expect(adviceOn(runs(60), runs(15, planned))).toEqual({
      kind: "label-more",
      more: 23,
      sentence:
        "Label 23 more runs to know how often the verifier rejects right runs: no run is labelled right.",
    });
    expect(
      adviceOn(runs(60), runs(10, planned), runs(10, right), runs(10, { ...planned, ...wrong })),
    ).toMatchObject({
      kind: "label-more",
      more: 26,
    });
    expect(adviceOn(runs(60), runs(15, { ...planned, ...wrong }), runs(22, right)).sentence).toContain(
      "Label 2 more runs",
    );
    expect(adviceOn(runs(80, { ...planned, ...wrong }), runs(20, right), runs(5)).sentence).toContain(
      "Label 15 more runs, 10 of them yet to be observed, to know",
    );
  });

  it("advises to calibrate where too many right runs are rejected, and says what would still be", () => {
    const strict = (score: object) => [
      runs(30, { ...right, ...score }),
      runs(10, { ...planned, ...right, ...(Object.keys(score).length > 0 ? { score: 0.6 } : {}) }),
      runs(8, { ...planned, ...wrong, ...(Object.keys(score).length > 0 ? { score: 0.1 } : {}) }),
    ];
    expect(adviceOn(...strict({ score: 0.9 }))).toEqual({
      kind: "calibrate",
      epsilon: 0.05,
      sentence:
        "Calibrate the verifier at epsilon 0.05: it rejected 10 of 40 right runs; calibrated so, it would reject 8 of 8 wrong runs.",
    });
    expect(adviceOn(...strict({}))).toMatchObject({ kind: "better-verifier" });
    const few = [runs(2, { ...right, score: 1 }), runs(3, { ...planned, ...right, score: 0 })];
    expect(adviceOn(...few)).toMatchObject({ kind: "label-more", more: 4 });
    const ten = [runs(5, { ...right, score: 1 }), runs(5, { ...planned, ...right, score: 0 })];
    expect(adviceOn(...ten)).toMatchObject({ kind: "calibrate", epsilon: 0.1 });
  });

  it("advises against rollback where it could make next to no run right", () => {
    expect(adviceOn(runs(50))).toEqual({
      kind: "off",
      sentence:
        "Leave rollback off: the verifier rejected 0 of 50 runs, so that it could make less than 5 % of runs right.",
    });
    expect(adviceOn(runs(50), runs(50, { ...planned, ended: "exception" })).kind).not.toBe("off");
    expect(
      adviceOn(runs(46, right), runs(4, { ...planned, ...right }), runs(20, planned)).sentence,
    ).toContain("of 50 labelled runs, 0 were wrong and rejected");
    expect(adviceOn(runs(30, right), runs(20, wrong))).toEqual({
      kind: "other-verifier",
      sentence: "Take another verifier: this one accepted 20 of 20 wrong runs.",
    });
  });

  it("advises for or against rollback only where runs are labelled before and after it", () => {
    const recovered = runs(8, { ...made({ right: true }), ...wrong });
    const spoilt = runs(8, { ...made({ right: false }), ...right });
    expect(adviceOn(recovered)).toEqual({
      kind: "on",
      sentence: "Leave rollback on: it recovered 8 and spoilt 0 of the 8 runs labelled before and after it.",
    });
    expect(adviceOn(spoilt)).toMatchObject({ kind: "off" });
    expect(adviceOn(runs(80, { ...planned, ...wrong }), runs(80, right))).toEqual({
      kind: "pilot",
      sentence:
        "Run a pilot on tasks whose right results are known: runs that are only observed cannot show what rollback recovers and spoils.",
    });
    expect(adviceOn(runs(80, { ...made({}), ...wrong }), runs(80, right))).toMatchObject({
      kind: "label-returned",
      more: 80,
    });
    const few = runs(2, { ...made({ right: true }), ...wrong });
    expect(adviceOn(few, runs(78, { ...planned, ...wrong }), runs(80, right)).sentence).toContain(
      "it recovered 2 and spoilt 0 of the 2 runs labelled before and after it, which may be chance",
    );
  });

  /** Simulated verifiers, fixed beforehand: shares of right and of wrong runs that they reject, and what is to be advised. */
  it.each([
    ["too strict", 0.25, 0.8, ["calibrate"]],
    ["blind", 0.005, 0.005, ["off", "other-verifier"]],
    ["sound", 0.02, 0.8, ["pilot"]],
  ] as const)(
    "is right in 90 of 100 databases of 200 labelled runs, of a verifier that is %s",
    (_, ofRight, ofWrong, meant) => {
      const random = seededRandom(5);
      let rightly = 0;
      for (let round = 0; round < 100; round += 1) {
        const given = Array.from({ length: 200 }, (): JudgedRun => {
          const isRight = random() < 0.7;
          const isRejected = random() < (isRight ? ofRight : ofWrong);
          const score = isRejected ? random() / 2 : 0.5 + random() / 2;
          return {
            ...accepted,
            draw: random(),
            score,
            ...(isRejected ? planned : {}),
            ...(isRight ? right : wrong),
          };
        });
        if (meant.some((kind) => kind === recordedPilot(given).advice.kind)) rightly += 1;
      }
      expect(rightly).toBeGreaterThanOrEqual(90);
    },
  );
});
