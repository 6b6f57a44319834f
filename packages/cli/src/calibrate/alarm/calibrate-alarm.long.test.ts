import { alarmOf, readAlarmCalibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { loadJudgedSteps } from "../../data/load-judged-steps.ts";
import { runHere } from "../../fixtures/run-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";
import { searchingAgent } from "../../fixtures/searching-agent.ts";
import { sqlite } from "../../fixtures/sqlite.ts";
import type { AlarmFigures } from "./alarm-report.ts";

const { at: pathOf } = await scratchFolder();

/** Names of runs that are the same each time: they draw the halves and the coin. */
function ids(prefix: string): () => string {
  let made = 0;
  return () => `${prefix}-${(made += 1)}`;
}

describe.skipIf(sqlite.open === undefined)(`calibrate --alarm of recorded runs${sqlite.missing}`, () => {
  it("counts unwatched, observed and audited runs, and leaves out those that an alarm could have stopped", async () => {
    const db = pathOf("runs.sqlite");
    const saver = sqlite.open?.(db);
    if (saver === undefined) return;
    const alarm = pathOf("alarm.json");
    const calibrate = async (): Promise<AlarmFigures> => {
      const { code, err, out } = await runHere([
        "calibrate",
        "--alarm",
        db,
        "--out",
        alarm,
        "--force",
        "--json",
        "--alpha",
        "0.1",
      ]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      return JSON.parse(out);
    };
    await searchingAgent(saver, { ids: ids("first"), maxRollbacks: 0 })(0, 400);
    const first = await calibrate();
    expect(first).toMatchObject({
      by: "progress",
      rightBy: "acceptance",
      leftOut: { stoppable: 0, early: 0 },
    });
    expect(first.fitted.right + first.fitted.wrong + first.calibrated.right + first.calibrated.wrong).toBe(
      400,
    );
    expect(first.promises).toEqual([
      expect.stringMatching(/of runs that the verifier accepts at most [\d.]+ % ever are/),
    ]);
    const calibration = await readAlarmCalibration(alarm);
    expect(calibration.progress?.kind).toBe("progress");

    const watch = { alarm, audit: 0.2, waitMs: 60_000 };
    await searchingAgent(saver, { ids: ids("watched"), watch })(400, 600);
    await searchingAgent(saver, { ids: ids("observed"), watch, mode: "observe" })(600, 610);
    const second = await calibrate();
    const { stoppable = 0, early } = second.leftOut ?? {};
    const counted =
      second.fitted.right + second.fitted.wrong + second.calibrated.right + second.calibrated.wrong;
    expect(counted + stoppable).toBe(610);
    // The coin lets one run in five go on: 40 of 200, give or take 6.
    expect(stoppable).toBeGreaterThan(140);
    expect(stoppable).toBeLessThan(180);
    expect(early).toBe(0);
    const judged = await loadJudgedSteps(db, () => {});
    const { above } = alarmOf(calibration);
    const watched = judged.runs.flatMap(({ told }) => told ?? []);
    expect(watched.length).toBe(210 - stoppable);
    expect(new Set(watched.map(({ scorer }) => scorer))).toEqual(new Set([calibration.scorerFingerprint]));
    expect(above).toBeLessThan(Infinity);
    const text = await runHere(["calibrate", "--alarm", db, "--out", pathOf("again.json")]);
    expect(text.out).toContain(`Left out: ${stoppable} runs that an alarm could have stopped.`);
    const measured = await runHere(["evaluate", "--alarm", db, "--splits", "2"]);
    expect(measured.out).toContain(`Left out: ${stoppable} runs that an alarm could have stopped.`);

    const lines = pathOf("runs.jsonl");
    await runHere(["export", db, "--out", lines]);
    const exported = await runHere(["calibrate", "--alarm", lines, "--out", pathOf("exported.json")]);
    expect(exported.err).toContain("does not tell which others an alarm could have stopped");
  }, 600_000);

  it("takes the scores that a scorer of one's own gave while runs ran, and makes an alarm for it", async () => {
    const db = pathOf("own.sqlite");
    const saver = sqlite.open?.(db);
    if (saver === undefined) return;
    const scorer = {
      fingerprint: "counts-errors-1",
      score: ({ steps }: { readonly steps: readonly { readonly content: string }[] }) =>
        0.9 ** (1 + 5 * steps.filter(({ content }) => content.includes("Error")).length),
    };
    await searchingAgent(saver, { ids: ids("own"), watch: { scorer, waitMs: 60_000 } })(0, 120);
    const alarm = pathOf("own.json");
    const { code, err, out } = await runHere(["calibrate", "--alarm", db, "--out", alarm, "--alpha", "0.1"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(
      "120 first attempts that a verifier judged and nothing could stop, scored by counts-errors-1.",
    );
    expect(out).toContain(`watch: { alarm: "${alarm}", scorer }`);
    expect(await readAlarmCalibration(alarm)).toMatchObject({ scorerFingerprint: "counts-errors-1" });
    // It is in force: some runs are stopped by it.
    await searchingAgent(saver, { ids: ids("stopped"), watch: { alarm, scorer, waitMs: 60_000 } })(120, 150);
    const { leftOut } = await loadJudgedSteps(db, () => {});
    expect(leftOut.stoppable).toBeGreaterThan(18);
  }, 600_000);
});
