import { MemorySaver } from "@langchain/langgraph-checkpoint";
import {
  calibrateAlarm,
  calibrateRecovery,
  calibrateVerifier,
  type FailedRun,
  fitAlarm,
} from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { failedThread, givenSource } from "../fixtures/given-source.ts";
import { runVerdictOn } from "../fixtures/labels.ts";
import { recordRecovery } from "../fixtures/recorded-threads.ts";
import { checkpointerLabelStore } from "../labels/checkpointer-label-store.ts";
import type { NewLabel } from "../shared/labels/label.ts";
import type { AttemptView, ThreadView } from "../shared/view/thread-view.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";
import { promisesView, type PromiseSources } from "./promises-view.ts";

const promise = { within: 1, level: 0.8, alpha: 0.2, n: 30, guarantee: "exact" } as const;
const recovery = { procedure: "p", maxRollbacks: 2, audited: true } as const;

/** A thread whose run was accepted after its first rollback, or never. */
function threadOf(id: string, isRecovered: boolean, given: Partial<AttemptView> = {}): ThreadView {
  const at = "2026-11-22T12:00:00.000Z";
  const failed = { at, decision: "roll-back", recovery, ...given } as const;
  return failedThread(id, [
    failed,
    isRecovered
      ? { outcome: { ok: true, ...given.outcome }, decision: "accept" }
      : { outcome: { ok: false }, decision: "give-up" },
  ]);
}

const isRecoveredAt = (at: number): boolean => at % 4 > 0;
const threads = (count: number, given: Partial<AttemptView> = {}, prefix = "t") =>
  Array.from({ length: count }, (_, at) => threadOf(`${prefix}${at}`, isRecoveredAt(at), given));

async function viewOf(
  held: readonly ThreadView[],
  given: PromiseSources & { readonly isWhole?: boolean } = {},
  ...labels: readonly NewLabel[]
) {
  const kept = checkpointerLabelStore(new MemorySaver());
  for (const label of labels) await kept.add(label);
  return promisesView({ source: givenSource(held), labels: kept, ...given });
}

const counted = (procedure: string) =>
  calibrateRecovery(
    Array.from({ length: 30 }, (_, at): FailedRun => ({ run: `${at}`, recoveredBy: 1 })),
    { procedure, maxRollbacks: 2, alpha: 0.2 },
  );

describe("promises about recovery", () => {
  it("come from the records of the latest failed run, and its like are observed", async () => {
    const { observed, promised } = await viewOf([
      ...threads(8, { recovery: { ...recovery, promise } }),
      ...threads(5, { at: "2026-11-20T12:00:00.000Z" }, "before-"),
    ]);
    expect(promised).toBe(
      "Promised: at least 80 % of failed runs are recovered within 1 rollback (n = 30, exact).",
    );
    expect(observed).toBe("Observed: failed runs recovered within 1 rollback: 6 of 8 (35-97 %).");
  });

  it("come from the runs counted here where no calibration is in force, and those observe nothing", async () => {
    const isLost = threads(40).filter((_, at) => isRecoveredAt(at));
    expect(await viewOf(isLost)).toEqual({
      parts: [expect.objectContaining({ about: "recovery", n: 30 })],
      promised: "Promised: at least 90 % of failed runs are recovered within 1 rollback (n = 30, exact).",
    });
  });

  it("say how many failed runs are missing, and nothing where these are not all of the agent's", async () => {
    expect((await viewOf(threads(4))).promised).toBe(
      "Nothing is promised yet: recovery needs 9 failed runs, has 4.",
    );
    expect(await viewOf(threads(4), { isWhole: false })).toEqual({ parts: [] });
    expect(await viewOf([])).toEqual({ parts: [] });
  });

  it("come from a calibration, if it was counted under the procedure of the latest failed run", async () => {
    const own = await viewOf(threads(8), { recoveryCalibration: counted("p") });
    expect(own.promised).toMatch(/^Promised: at least 80 % .* \(n = 30, exact\)\.$/);
    expect(own.observed).toBe("Observed: failed runs recovered within 1 rollback: 6 of 8 (35-97 %).");
    const other = await viewOf(threads(8), { recoveryCalibration: counted("q") });
    expect(other).toEqual({
      parts: [],
      promised:
        "Nothing is promised yet: recovery was counted under procedure q, and the latest failed run was under p.",
    });
  });

  it("tell of the account, and of runs that were handed over", async () => {
    const handed = { ...recovery, promise, handedOver: true } as const;
    const { observed, promised } = await viewOf([threadOf("t0", false, { recovery: handed })]);
    expect(promised).toContain("; at most 20 % of failed runs end unrecovered with nobody asked (account).");
    expect(observed).toContain("; failed runs handed over to a person: 1.");
  });

  it("are read from recorded runs", async () => {
    const saver = new MemorySaver();
    for (let at = 0; at < 3; at += 1) await recordRecovery(saver, `thread ${at}`);
    const view = await promisesView({
      source: checkpointerSource(saver, "memory"),
      labels: checkpointerLabelStore(saver),
    });
    expect(view.promised).toBe("Nothing is promised yet: recovery needs 9 failed runs, has 3.");
  });
});

describe("promises of a verifier", () => {
  const verdicts = Array.from({ length: 20 }, (_, at) => ({ score: at / 20, right: true }));
  const verifierCalibration = calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.1 });
  const calibrated = { ok: false, verifier: "calibrated:1", scoredBy: "judge-1", score: 0.01 } as const;
  const touched = "at most 10 % of right runs are touched (n = 20, exact)";

  it("hold where the latest run was judged by it, and labelled results are observed", async () => {
    const held = threads(4, { outcome: calibrated, recovery: undefined });
    const { observed, promised } = await viewOf(
      held,
      { verifierCalibration },
      runVerdictOn("t1", "wrong"),
      runVerdictOn("t2", "right"),
    );
    expect(promised).toBe(`Promised: ${touched}.`);
    expect(observed).toBe("Observed: right runs touched: 1 of 1 (3-100 %).");
  });

  it("hold where no run was judged yet", async () => {
    expect((await viewOf([], { verifierCalibration })).promised).toBe(`Promised: ${touched}.`);
  });

  it.each([
    [{ verifier: "judge-1" }, "that verifier's own yes or no"],
    [{ verifier: "judge-2" }, '"judge-2"'],
    [{}, "a verifier without a fingerprint"],
  ])("are none where the latest run was judged by another: %j", async (judge, who) => {
    const held = threads(1, { outcome: { ok: false, ...judge }, recovery: undefined });
    expect((await viewOf(held, { verifierCalibration })).promised).toBe(
      `Nothing is promised yet: the calibration of "judge-1" is not in force, as the latest run was judged by ${who}.`,
    );
  });
});

describe("the promise of an alarm", () => {
  const runs = Array.from({ length: 80 }, (_, at) => ({
    right: at % 2 === 0,
    scores: [at % 2 === 0 ? 0.9 : 0.2, 0.5],
  }));
  const alarmCalibration = calibrateAlarm(runs, {
    model: fitAlarm(runs),
    scorer: "scorer-1",
    rightBy: "acceptance",
  });
  const promised =
    "Promised: at most 5 % of runs that the verifier accepts are ever stopped by the alarm (n = 40, exact).";
  /** A run that was accepted at once, with what was seen of it. */
  const accepted = (id: string, watch: AttemptView["watch"]): ThreadView =>
    failedThread(id, [{ at: "2026-11-22T12:00:00.000Z", outcome: { ok: true }, watch }]);
  const scored = (scorer: string) => ({ alarm: { stops: true, scorer, scores: [0.9] } });
  const checked = (ok: boolean, checksStop: boolean) => ({
    checks: [{ node: "a", step: 0, ok }],
    checksStop,
  });

  it("holds where the latest watched run was scored by its scorer, or none was watched yet", async () => {
    expect((await viewOf([], { alarmCalibration })).promised).toBe(promised);
    const own = [accepted("t0", scored("scorer-1"))];
    expect((await viewOf(own, { alarmCalibration })).promised).toBe(promised);
    const other = [accepted("t0", scored("scorer-2"))];
    expect((await viewOf(other, { alarmCalibration })).promised).toBe(
      'Nothing is promised yet: the alarm of "scorer-1" is not in force, as the latest watched run was scored by "scorer-2".',
    );
  });

  it("comes with how often checks fail in accepted runs, of those that no check could stop", async () => {
    const held = [
      ...Array.from({ length: 20 }, (_, at) => accepted(`t${at}`, checked(at > 0, false))),
      // They were accepted because no check failed: these say nothing about how often one does.
      ...Array.from({ length: 20 }, (_, at) => accepted(`stoppable-${at}`, checked(true, true))),
    ];
    const { observed, promised: line } = await viewOf(held, { alarmCalibration });
    expect(observed).toBe("Observed: accepted runs in which a check failed: 1 of 20 (0-25 %).");
    expect(line).toContain(
      "Together at most 29.9 % of runs that the verifier accepts are stopped early, 5 % by the alarm and 24.9 % by checks, as measured on accepted runs (1 of 20).",
    );
  });
});

describe("promises about the first rollback", () => {
  const attribution = { n: 40 };
  const start = { attempt: 1, level: 0.8, alpha: 0.2, guarantee: "exact" } as const;
  const calibration = { alpha: 0.1, n: 20, failures: [] };

  it("come from a calibration before any run has failed, and not where every set is every step", async () => {
    expect((await viewOf([], { calibration })).promised).toBe(
      "Promised: at most 10 % of first rollbacks keep the first mistake (n = 20, exact).",
    );
    expect(await viewOf([], { calibration: { ...calibration, n: 5 } })).toEqual({ parts: [] });
    expect(await viewOf([], { calibration: { ...calibration, goal: "mean" } })).toEqual({ parts: [] });
  });

  it("come from the latest failed run's record, which says what was promised of it", async () => {
    const first = { recovery: undefined, attribution, rewind: { step: 1, promise: start } };
    // @ts-expect-error: a record holds more
    const held = threads(1, first);
    expect((await viewOf(held, { calibration })).promised).toBe(
      "Promised: at most 20 % of first rollbacks keep the first mistake (n = 40, exact).",
    );
    expect(await viewOf(threads(1, { recovery: undefined }), { calibration })).toEqual({ parts: [] });
  });
});
