import { describe, expect, it } from "vitest";

import { calibrateRecovery, calibrateVerifier, type FailedRun, promisesOf, recoveryOf } from "../index.ts";
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
