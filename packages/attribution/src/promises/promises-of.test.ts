import { describe, expect, it } from "vitest";

import {
  calibrateAlarm,
  calibrateRecovery,
  calibrateVerifier,
  type FailedRun,
  fitAlarm,
  promisesOf,
  recoveryOf,
} from "../index.ts";
import { shareOf as share } from "../pilots/pilot-share.ts";

const right = (n: number, group?: string) =>
  Array.from({ length: n }, (_, at) => ({
    score: (at + 1) / (n + 1),
    right: true,
    ...(group === undefined ? {} : { group }),
  }));
const verifierOf = (n: number, given: Partial<Parameters<typeof calibrateVerifier>[1]> = {}) =>
  calibrateVerifier(right(n), { verifier: "judge-1", epsilon: 0.1, ...given });

/** Failed runs of which all but some were recovered by the second rollback. */
function recoveryFrom(n: number, lost = 0, given: { readonly delta?: number } = {}) {
  const runs = Array.from({ length: n }, (_, at): FailedRun => ({
    run: `${at}`,
    ...(at < lost ? {} : { recoveredBy: 2 }),
  }));
  return recoveryOf(calibrateRecovery(runs, { procedure: "p", maxRollbacks: 3, ...given }));
}

/** Retries of nine tasks, all wrong, with scores from .1 to .9. */
const retried = (gamma?: number) => ({
  below: 0.1,
  maxRetries: 1,
  tasks: right(9).map(({ score }) => [{ score, right: false }]),
  ...(gamma === undefined ? {} : { gamma }),
});

/** Runs of two steps; a wrong one has a low first score. */
const stepped = (n: number, group?: string) =>
  Array.from({ length: n }, (_, at) => ({
    right: at % 2 === 0,
    scores: [at % 2 === 0 ? 0.5 + (at % 40) / 100 : (at % 40) / 100, 0.5],
    ...(group === undefined ? {} : { group }),
  }));
const model = fitAlarm(stepped(80));
const alarmOn = (n: number, given: Partial<Parameters<typeof calibrateAlarm>[1]> = {}) =>
  calibrateAlarm(stepped(2 * n), { model, scorer: "judge-1", alpha: 0.05, ...given });

describe("the promise of an alarm", () => {
  it("is about right runs that are ever stopped, and says whose word right is", () => {
    const { parts, promised } = promisesOf({ alarm: alarmOn(40) });
    expect(promised).toBe(
      "Promised: at most 5 % of right runs are ever stopped by the alarm (n = 40, exact).",
    );
    expect(parts).toEqual([
      expect.objectContaining({ about: "stopped-runs", kind: "exact", n: 40, alpha: 0.05, rightBy: "truth" }),
    ]);
    expect(promisesOf({ alarm: alarmOn(40, { rightBy: "acceptance" }) }).promised).toBe(
      "Promised: at most 5 % of runs that the verifier accepts are ever stopped by the alarm (n = 40, exact).",
    );
    expect(promisesOf({ alarm: alarmOn(60, { alpha: 0.2, delta: 0.1 }) }).promised).toContain(
      "at most 20 % of right runs are ever stopped by the alarm (n = 60, in 90 % of calibrations)",
    );
  });

  it("is not made where it stops nothing", () => {
    expect(promisesOf({ alarm: alarmOn(10) }).promised).toBe(
      "Nothing is promised yet: the alarm stops no run, needs 19 right runs, has 10.",
    );
  });

  it("is of each group, and approximate where groups are pooled", () => {
    const runs = [...stepped(80, "a"), ...stepped(10, "b")];
    const given = {
      model,
      scorer: "judge-1",
      groups: true,
      smallGroups: "pooled",
      rightBy: "acceptance",
    } as const;
    expect(promisesOf({ alarm: calibrateAlarm(runs, given) }).promised).toBe(
      "Promised: at most 5 % of runs of each group that the verifier accepts are ever stopped by the alarm (n = 45, approximate).",
    );
  });
});

describe("the sum of what touches right runs", () => {
  const sumOf = (...given: Parameters<typeof promisesOf>) =>
    /Together [^.]+(?:\.\d[^.]*)*\./.exec(promisesOf(...given).promised ?? "")?.[0];
  const accepted = alarmOn(40, { rightBy: "acceptance" });

  it("adds the verdict's share to the alarm's", () => {
    expect(sumOf({ verifier: verifierOf(20), alarm: alarmOn(40) })).toBe(
      "Together at most 15 % of right runs are touched, 10 % by the verdict and 5 % by the alarm.",
    );
  });

  it("says on what it depends where the alarm is about accepted runs", () => {
    expect(sumOf({ verifier: verifierOf(20), alarm: accepted })).toBe(
      "Together at most 15 % of right runs are touched, 10 % by the verdict and 5 % by the alarm, as long as the verifier accepts no more runs than are right.",
    );
  });

  it("has the rate of failed checks, with the upper end of its interval", () => {
    const checkFailed = share(3, 120);
    const { observed } = promisesOf({ verifier: verifierOf(20), alarm: accepted }, { checkFailed });
    expect(observed).toBe("Observed: accepted runs in which a check failed: 3 of 120 (1-7 %).");
    expect(sumOf({ verifier: verifierOf(20), alarm: accepted }, { checkFailed })).toBe(
      "Together at most 22.2 % of right runs are touched, 10 % by the verdict, 5 % by the alarm and 7.2 % by checks, as measured on accepted runs (3 of 120), as long as the verifier accepts no more runs than are right.",
    );
    expect(sumOf({ alarm: accepted }, { checkFailed })).toBe(
      "Together at most 12.2 % of runs that the verifier accepts are stopped early, 5 % by the alarm and 7.2 % by checks, as measured on accepted runs (3 of 120).",
    );
  });

  it("is not told of one part, of none that was measured, and where it bounds nothing", () => {
    expect(sumOf({ verifier: verifierOf(20) })).toBeUndefined();
    expect(sumOf({ alarm: accepted })).toBeUndefined();
    expect(sumOf({ alarm: accepted }, { checkFailed: share(0, 0) })).toBeUndefined();
    expect(sumOf({ alarm: accepted }, { checkFailed: share(2, 2) })).toBeUndefined();
    expect(sumOf({ verifier: verifierOf(20), alarm: alarmOn(10) })).toBeUndefined();
  });
});

describe("promisesOf", () => {
  it("tells each promise that holds in one line, with number and kind", () => {
    const { observed, parts, promised } = promisesOf({
      verifier: verifierOf(9, { retries: retried(0.2) }),
      recovery: recoveryFrom(60, 0, { delta: 0.1 }),
      account: { alpha: 0.1 },
      start: { alpha: 0.2, n: 40, guarantee: "approximate" },
    });
    expect(promised).toBe(
      "Promised: at most 10 % of right runs are touched (n = 9, exact); at least 90 % of failed runs are recovered within 2 rollbacks (n = 60, in 90 % of calibrations); at most 10 % of failed runs end unrecovered with nobody asked (account); at most 20 % of wrong runs that are rejected end with a wrong result accepted (n = 9, exact); at most 20 % of first rollbacks keep the first mistake (n = 40, approximate).",
    );
    expect(parts.map(({ about, kind, n }) => [about, kind, n])).toEqual([
      ["right-runs", "exact", 9],
      ["recovery", "calibrations", 60],
      ["silent-failures", "account", undefined],
      ["wrong-accepted", "exact", 9],
      ["first-rollback", "approximate", 40],
    ]);
    expect(observed).toBeUndefined();
  });

  it("is absent where nothing is known", () => {
    expect(promisesOf({})).toEqual({ parts: [] });
  });

  it("says what is missing where nothing is promised yet", () => {
    expect(promisesOf({ recovery: recoveryFrom(4) })).toEqual({
      parts: [],
      promised: "Nothing is promised yet: recovery needs 9 failed runs, has 4.",
    });
    expect(promisesOf({ recovery: recoveryFrom(60, 20) }).promised).toBe(
      "Nothing is promised yet: recovery cannot be promised, as too many of 60 failed runs were not recovered within 3 rollbacks.",
    );
    expect(promisesOf({ verifier: verifierOf(4) }).promised).toBe(
      "Nothing is promised yet: the verifier's calibration rejects no run, needs 9 right runs, has 4.",
    );
  });

  it("tells promises that hold beside those that do not", () => {
    expect(promisesOf({ verifier: verifierOf(9), recovery: recoveryFrom(4) }).promised).toBe(
      "Promised: at most 10 % of right runs are touched (n = 9, exact). Not yet: recovery needs 9 failed runs, has 4.",
    );
  });

  it("says of what is not in force why it is not", () => {
    expect(promisesOf({ otherwise: ["the calibration is of another procedure"] }).promised).toBe(
      "Nothing is promised yet: the calibration is of another procedure.",
    );
  });

  it("promises nothing of wrong results without a gamma, and none where nothing is accepted", () => {
    const said = (gamma?: number) => promisesOf({ verifier: verifierOf(9, { retries: retried(gamma) }) });
    expect(said().promised).toMatch(
      /Not yet: wrong results after a failure have no bound, as no gamma is chosen\.$/,
    );
    expect(said(0.05).promised).toMatch(
      /Not yet: no result is accepted after a failure, as 9 tasks were retried, and gamma 0\.05 needs 19\.$/,
    );
    expect(said(0.05).parts.map(({ about }) => about)).toEqual(["right-runs"]);
  });

  it("speaks of each group where a verifier's calibration keeps groups apart, and of all as approximate where they are pooled", () => {
    const verdicts = [...right(30, "a"), ...right(3, "b")];
    const options = { verifier: "judge-1", epsilon: 0.1, groups: true } as const;
    expect(promisesOf({ verifier: calibrateVerifier(verdicts, options) }).promised).toBe(
      "Promised: at most 10 % of the right runs of each group are touched (n = 33, exact).",
    );
    const pooled = calibrateVerifier(verdicts, { ...options, smallGroups: "pooled" });
    expect(promisesOf({ verifier: pooled }).promised).toContain("(n = 33, approximate)");
  });

  it("never rounds in favour of a promise", () => {
    const start = { alpha: 0.04321, n: 40, guarantee: "exact" } as const;
    expect(promisesOf({ start }).promised).toContain("at most 4.4 % of first rollbacks");
    const recovery = { alpha: 0.04321, n: 40, guarantee: "exact", within: 1 } as const;
    expect(promisesOf({ recovery }).promised).toContain(
      "at least 95.6 % of failed runs are recovered within 1 rollback",
    );
  });

  it("says of labels by replay that they are about the last step from which a replay recovered", () => {
    const start = { alpha: 0.2, n: 40, guarantee: "exact", convention: "last-recovering-start" } as const;
    expect(promisesOf({ start }).promised).toBe(
      "Promised: at most 20 % of first rollbacks start after the last step from which a replay recovered (n = 40, exact).",
    );
  });

  it("tells what was observed in a line of its own, and leaves out what nobody has seen", () => {
    const recovery = recoveryFrom(60);
    const seen = {
      recovered: share(41, 44),
      handedOver: 2,
      touched: share(0, 0),
      wrongDelivered: share(3, 50),
    };
    expect(promisesOf({ recovery }, seen).observed).toBe(
      "Observed: failed runs recovered within 2 rollbacks: 41 of 44 (81-99 %); failed runs handed over to a person: 2; wrong ones among accepted results: 3 of 50 (1-17 %).",
    );
    expect(promisesOf({ recovery }, { handedOver: 0 })).not.toHaveProperty("observed");
    expect(promisesOf({}, { wrongAccepted: share(1, 12) }).observed).toBe(
      "Observed: wrong runs, rejected, that ended with a wrong result accepted: 1 of 12 (0-38 %).",
    );
  });
});
