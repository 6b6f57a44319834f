import type { Calibration } from "@langgraph-rollback/attribution";
import { failuresAt } from "@langgraph-rollback/attribution/testing";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import { describe, expect, it } from "vitest";

import { failedThread } from "../fixtures/given-source.ts";
import { attributed, calibration, LATER, SCORES, judgedThread, viewOf } from "../fixtures/view-of.ts";
import { decisive, verdictOn } from "../fixtures/labels.ts";

/** Of the warnings. */
const codes = async (...args: Parameters<typeof viewOf>) =>
  (await viewOf(...args)).warnings.map(({ code }) => code);

describe("a warning", () => {
  it("is not given where nothing speaks against the calibration", async () => {
    expect(await codes([judgedThread("a")], [verdictOn("a", decisive(1))])).toEqual([]);
  });

  it("says that there is no calibration", async () => {
    expect(await codes([judgedThread("a")], [], "none")).toEqual(["NO_CALIBRATION"]);
  });

  it("says that too few labels were calibrated on, and how many it takes", async () => {
    const strict = { ...calibration, alpha: 0.1 };
    const { warnings } = await viewOf([], [], { calibration: strict });
    expect(warnings).toMatchObject([
      { code: "TOO_SMALL", message: expect.stringMatching(/4 .* takes 9.* 5 more/) },
    ]);
    const trimmed = { ...calibration, n: 3, failures: failuresAt([0.5, 0.65, 0.75]) };
    expect(await codes([], [], { calibration: trimmed })).toEqual(["TOO_SMALL"]);
  });

  it("says that labels contradict the promise, however few they are, with a calibration or without", async () => {
    const ids = ["a", "b", "c"];
    const threads = ids.map((id) => judgedThread(id));
    // The set is steps 2 to 4, counted from 1.
    const missed = ids.map((id) => verdictOn(id, decisive(0)));
    const message = expect.stringMatching(
      /^The recorded sets held the decisive step in 0 of 3 labelled attempts: 0 %\..* 0 % to 70\.8 %, lies below the target of 80 %\./,
    );
    expect((await viewOf(threads, missed)).warnings).toEqual([{ code: "BELOW_PROMISE", message }]);
    const { counted, warnings } = await viewOf(threads, missed, "none");
    expect(counted).toEqual({ scorerFingerprint: "judge-1", n: 4, alpha: 0.2 });
    expect(warnings).toMatchObject([{ code: "BELOW_PROMISE", message }, { code: "NO_CALIBRATION" }]);
    expect(await codes(threads, missed.slice(1))).toEqual([]);
  });

  it("does not say that nothing is promised where recorded sets promise something", async () => {
    const { warnings } = await viewOf([judgedThread("a")], [], "none");
    expect(warnings[0]?.message).toMatch(/nobody has checked .* say in their own record what they promise/);
    const unpromised = await viewOf([failedThread("a")], [], "none");
    expect(unpromised.warnings[0]?.message).toMatch(/so nothing is promised/);
  });

  it("is about planted failures only where they are not weighed", async () => {
    const failures = calibration.failures.map((failure) => ({ ...failure, planted: true }));
    const unweighed = await viewOf([], [], { calibration: { ...calibration, failures } });
    expect(unweighed).toMatchObject({
      calibration: { guarantee: "approximate", planted: { n: 4, isWeighed: false } },
      warnings: [{ code: "PLANTED", message: expect.stringMatching(/^4 of its 4 failures are planted/) }],
    });
    const firstAttempts = [{ length: 2, succeeded: 70, failed: 30 }];
    const weighed = await viewOf([], [], { calibration: { ...calibration, failures, firstAttempts } });
    expect(weighed).toMatchObject({
      calibration: { guarantee: "approximate", planted: { n: 4, isWeighed: true } },
      warnings: [],
    });
  });

  it("is not about a calibration whose scorer was fitted on its failures: it aims, and says so", async () => {
    const cross = { ...calibration, guarantee: "approximate" } as const;
    const found = await viewOf([], [], { calibration: cross });
    expect(found).toMatchObject({ calibration: { guarantee: "approximate", planted: null }, warnings: [] });
  });

  it("says that the latest failure was scored by another scorer, and forgets earlier ones", async () => {
    const [first, second] = ["2026-02-01T00:00:01.000Z", LATER];
    const other = (at: string) =>
      judgedThread("other", { at, attribution: attributed({ scorerFingerprint: "judge-2" }) });
    const own = (at: string) => judgedThread("own", { at, attribution: attributed() });
    expect(await codes([own(first), other(second)])).toEqual(["OTHER_SCORER"]);
    expect(await codes([own(second), other(first)])).toEqual([]);
  });

  it("says that the latest failure was rejected by another verifier than those calibrated on", async () => {
    const otherVerifier = { calibrated: "judge-1", actual: "judge-2" };
    const rejected = judgedThread("a", { attribution: { ...attributed(), otherVerifier } });
    const { warnings } = await viewOf([rejected]);
    expect(warnings).toMatchObject([
      { code: "OTHER_VERIFIER", message: expect.stringMatching(/"judge-2", .* "judge-1" rejects/) },
    ]);
  });

  it("says that the agent runs with an older calibration than the file, unless the file is newer", async () => {
    const older = judgedThread("a", { attribution: attributed({ n: 9 }) });
    expect(await codes([older])).toEqual(["STALE"]);
    expect(await codes([older], [], { writtenAt: "2026-02-02T00:00:00.000Z" })).toEqual([]);
  });

  it("says that many labels have been added since", async () => {
    const ids = ["a", "b", "c", "d", "e"];
    const threads = ids.map((id) => judgedThread(id));
    const labels = ids.map((id) => verdictOn(id, decisive(2)));
    const before = { writtenAt: "2026-02-20T00:00:00.000Z" };
    expect(await codes(threads, labels, before)).toEqual(["STALE"]);
    expect(await codes(threads, labels.slice(1), before)).toEqual([]);
    expect(await codes(threads, labels, { writtenAt: "2026-04-01T00:00:00.000Z" })).toEqual([]);
    // Of a calibration of 12, five are less than half.
    const failures = failuresAt(Array.from({ length: 12 }, (_, index) => 0.5 + index / 30));
    const larger = { ...before, calibration: { ...calibration, n: 12, failures } };
    const judged = ids.map((id) => judgedThread(id, { attribution: attributed({ n: 12 }) }));
    expect(await codes(judged, labels, larger)).toEqual([]);
  });

  const mistakesAt = (places: readonly number[]) =>
    places.map((step, draw) => ({ stepScores: SCORES, decisiveSteps: [step], draw }));

  /** Failures labelled after a calibration on 40, whose decisive step has one of four places by the draw. */
  async function afterDrift(placeOf: (draw: number) => number, seed: number) {
    const random = seededRandom(seed);
    const places = Array.from({ length: 40 }, () => Math.floor(4 * random()));
    const grown: Calibration = { ...calibration, n: 40, failures: mistakesAt(places) };
    const ids = Array.from({ length: 30 }, (_, index) => `t${index}`);
    const threads = ids.map((id) => judgedThread(id, { attribution: attributed({ n: 40 }) }));
    const labels = ids.map((id) => verdictOn(id, decisive(placeOf(random()))));
    const { warnings } = await viewOf(threads, labels, { calibration: grown });
    return warnings.filter(({ code }) => code === "DRIFT");
  }

  it("says that fresh failures are harder, or easier, than those calibrated on", async () => {
    expect((await afterDrift(() => 0, 1))[0]?.message).toMatch(/30 failures.*less suspicious/);
    expect((await afterDrift(() => 3, 1))[0]?.message).toMatch(/more suspicious/);
  });

  /** Labels of fresh failures in the order given, each at a step. */
  async function inOrder(places: readonly number[]) {
    const failures = mistakesAt(Array.from({ length: 40 }, (_, index) => index % 4));
    const grown = { calibration: { ...calibration, n: 40, failures } };
    // Threads come latest first, and labels in any order.
    const ids = places.map((_, index) => `t${index}`);
    const threads = ids.map((id) => judgedThread(id, { attribution: attributed({ n: 40 }) })).toReversed();
    return (
      await codes(
        threads,
        ids.map((id, index) => verdictOn(id, decisive(places[index] ?? 0))),
        grown,
      )
    ).includes("DRIFT");
  }

  it("speaks of drift once the odds are twenty, and not before", async () => {
    const harder = (count: number) => inOrder(Array.from({ length: count }, () => 0));
    expect(await harder(5)).toBe(false);
    expect(await harder(15)).toBe(true);
  });

  it("still warns of drift when later labels look well", async () => {
    const [harder, like] = [
      Array.from({ length: 10 }, () => 0),
      Array.from({ length: 20 }, (_, index) => index % 4),
    ];
    expect(await inOrder([...harder, ...like])).toBe(true);
    expect(await inOrder([...like, ...harder])).toBe(false);
  });

  it("speaks of drift in no more than one of twenty calibrations that hold", async () => {
    let wrong = 0;
    for (let seed = 0; seed < 80; seed += 1)
      wrong += (await afterDrift((draw) => Math.floor(4 * draw), seed)).length;
    // Three standard deviations above 4.
    expect(wrong).toBeLessThanOrEqual(9);
  });

  it("does not take failures that calibrated for fresh ones", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `t${index}`);
    const threads = ids.map((id) => judgedThread(id, { attribution: attributed({ n: 3 }) }));
    const labels = ids.map((id) => verdictOn(id, decisive(0)));
    expect(await codes(threads, labels, { writtenAt: "2026-04-01T00:00:00.000Z" })).toEqual([]);
  });
});
