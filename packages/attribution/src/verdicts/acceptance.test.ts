import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { acceptanceOf, acceptanceTable, calibrateVerifier, type RetriedTasks } from "../index.ts";
import { parseVerifierCalibration } from "./verifier-calibration.ts";

const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const verdicts = tenths.map((score) => ({ score, right: true }));
const wrong = (score: number) => ({ score, right: false });
const right = (score: number) => ({ score, right: true });

/** Nine tasks of two retries: the first is wrong and scores .1 to .9, the second right and scores .05 more. */
const retried: RetriedTasks = {
  below: 0.2,
  maxRetries: 2,
  tasks: tenths.map((score) => [wrong(score), right(score + 0.05)]),
};
const calibrated = (retries: RetriedTasks & { readonly gamma?: number }) =>
  calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.2, retries });

describe("acceptanceOf", () => {
  it("accepts retries above the k-th best of the wrong ones, k = floor(gamma (n + 1)), and says what that promises", () => {
    expect(acceptanceOf(calibrated({ ...retried, gamma: 0.2 }))).toEqual({
      gamma: 0.2,
      above: 0.8,
      n: 9,
      k: 2,
      retries: 2,
      atLeast: 0.2,
      reason:
        "The first 2 retries of a run are accepted if they score above 0.8; of runs whose first attempt is wrong and rejected, at most 20 % end with a wrong result accepted (n = 9).",
    });
  });

  it("accepts nothing with too few tasks, and says how many it takes", () => {
    expect(acceptanceOf(calibrated({ ...retried, gamma: 0.05 }))).toMatchObject({
      above: Infinity,
      k: 0,
      trivial: { needed: 19 },
      reason: "No result is accepted after a failure, as 9 tasks were retried, and gamma 0.05 needs 19.",
    });
    const none = acceptanceOf(calibrated({ ...retried, gamma: 0 }));
    expect(none).toMatchObject({ above: Infinity });
    expect(none?.reason).toBe("No result is accepted after a failure, as gamma 0 asks.");
  });

  it("accepts what epsilon's threshold lets pass where wrong retries are rarer than gamma", () => {
    const tasks = tenths.map((score) => [right(score)]);
    const acceptance = acceptanceOf(calibrated({ below: 0.2, maxRetries: 1, tasks, gamma: 0.1 }));
    expect(acceptance).toMatchObject({ above: -Infinity, atLeast: 0.2 });
    expect(acceptance?.reason).toMatch(/^The first retry of a run is accepted if it scores not below 0.2;/);
  });

  it("takes the first of each task's retries where fewer are to be made", () => {
    const tasks = tenths.map((score) => [wrong(score), wrong(0.95)]);
    const calibration = calibrated({ ...retried, tasks });
    expect(acceptanceOf(calibration, { gamma: 0.2 })?.above).toBe(0.95);
    expect(acceptanceOf(calibration, { gamma: 0.2, retries: 1 })?.above).toBe(0.8);
    for (const retries of [0, 1.5, 3])
      expect(() => acceptanceOf(calibration, { gamma: 0.2, retries })).toThrow(/`retries`.*from 1 to 2/);
    expect(() => acceptanceOf(calibration, { gamma: 1 })).toThrow(/`gamma` in \[0, 1\)/);
  });

  it("counts a retry without a verdict as no score", () => {
    const tasks = tenths.map(() => [{ right: false }]);
    expect(acceptanceOf(calibrated({ ...retried, tasks }), { gamma: 0.2 })?.above).toBe(-Infinity);
  });

  it("is not there without retries or before gamma is chosen", () => {
    expect(acceptanceOf(calibrated(retried))).toBeUndefined();
    expect(
      acceptanceOf(calibrateVerifier(verdicts, { verifier: "judge-1" }), { gamma: 0.2 }),
    ).toBeUndefined();
  });
});

describe("the retries of a verifier's calibration", () => {
  it("are read as they were written", () => {
    const calibration = calibrated({ ...retried, gamma: 0.1 });
    expect(parseVerifierCalibration(JSON.stringify(calibration))).toEqual(calibration);
  });

  it("are refused with another threshold than that under which they were made", () => {
    expect(() => calibrated({ ...retried, below: 0.1 })).toThrow(
      "Calibration, `retries.below`: expected 0.2, the threshold by these verdicts and this epsilon, got 0.1; make the retries anew.",
    );
  });

  it("are refused beside groups, with more retries than were allowed, and with a score that is no number", () => {
    const grouped = verdicts.map((verdict) => ({ ...verdict, group: "a" }));
    const options = { verifier: "judge-1", epsilon: 0.2, retries: retried };
    expect(() => calibrateVerifier(grouped, { ...options, groups: true })).toThrow(/`retries`.*no groups/);
    expect(() => calibrated({ ...retried, maxRetries: 1 })).toThrow(/`retries\.tasks`.*`maxRetries`/);
    expect(() => calibrated({ ...retried, tasks: [[wrong(Number.NaN)]] })).toThrow(/score/);
    expect(() => calibrated({ ...retried, gamma: 1 })).toThrow(/`retries\.gamma`/);
  });
});

describe("acceptanceTable", () => {
  it("shows for each number of retries and gamma what is accepted, and what the unbounded verifier accepts", () => {
    const rows = acceptanceTable(retried, [0.05, 0.2]);
    expect(
      rows.map(({ retries, gamma, k, right: r, wrong: w, recovered }) => [
        retries,
        gamma,
        k,
        r.count,
        r.of,
        w.count,
        recovered.count,
      ]),
    ).toEqual([
      // One retry, always wrong. Of eight other tasks the second best scores .8, or .7 for the two best.
      [1, 0.05, 0, 0, 0, 0, 0],
      [1, 0.2, 2, 0, 0, 2, 0],
      [1, undefined, undefined, 0, 0, 8, 0],
      // .85 and .95 score above .7, and each comes after a wrong retry that does so as well.
      [2, 0.05, 0, 0, 9, 0, 0],
      [2, 0.2, 2, 2, 9, 2, 0],
      [2, undefined, undefined, 8, 9, 8, 0],
    ]);
  });

  it("lets at most k tasks end with a wrong result accepted, whatever the scores are", () => {
    const task = fc.array(fc.record({ score: fc.integer({ min: 0, max: 4 }), right: fc.boolean() }), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(task, { maxLength: 30 }), (tasks) => {
        for (const { gamma, k, wrong: accepted } of acceptanceTable({ below: 0, maxRetries: 3, tasks })) {
          if (gamma === undefined || k === undefined) continue;
          expect(accepted.count).toBeLessThanOrEqual(k);
          expect(k).toBeLessThanOrEqual(gamma * (tasks.length + 1) + 1e-9);
        }
      }),
    );
  });
});
