import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import type { JudgedRun } from "./judged-run.ts";
import { recordedPilot } from "./recorded-pilot.ts";

const judged = (more: Partial<JudgedRun>): JudgedRun => ({
  ended: "accepted",
  draw: 0.5,
  at: "2026-01-01T00:00:00.000Z",
  steps: 8,
  ...more,
});
const made = (steps: number) => ({ kind: "made", steps, restart: 8, passed: true }) as const;

/** Runs of an agent that is wrong three times of ten. The coin lets half of them go on. Simulated. */
function runsOf(count: number, { stoppedAfter, falsely }: { stoppedAfter: number; falsely: number }) {
  const random = seededRandom(4);
  return Array.from({ length: count }, (): JudgedRun => {
    const [isWrong, stops] = [random() < 0.3, random() < 0.5];
    const raised = isWrong || random() < falsely;
    const alarm = { stops, raised };
    if (stops && raised) return judged({ ended: "stopped", alarm, steps: stoppedAfter, redone: made(8) });
    return isWrong ? judged({ ended: "rejected", alarm, redone: made(8) }) : judged({ alarm });
  });
}

const alarmIn = (runs: readonly JudgedRun[]) => recordedPilot(runs).alarm;

describe("an alarm by recorded runs", () => {
  it("is held against the runs that the coin has let go on", () => {
    const runs = runsOf(400, { stoppedAfter: 2, falsely: 0 });
    const alarm = alarmIn(runs);
    expect(alarm?.stopped.count).toBe(runs.filter(({ ended }) => ended === "stopped").length);
    expect(alarm?.rightWouldStop.count).toBe(0);
    expect(alarm?.wouldStop.count).toBeGreaterThan(0);
    expect(alarm?.change?.mean).toBeLessThan(0);
    expect(alarm?.advice).toMatchObject({
      kind: "on",
      sentence: expect.stringMatching(/^Leave the alarm on: with it a run takes -/),
    });
  });

  it("is advised against where it stops right runs late", () => {
    const alarm = alarmIn(runsOf(400, { stoppedAfter: 7, falsely: 0.6 }));
    expect(alarm?.rightWouldStop.count).toBeGreaterThan(0);
    expect(alarm?.advice.kind).toBe("off");
  });

  it("is not known by few runs, by runs that were only observed, and by runs of which it stopped none", () => {
    const why = (runs: readonly JudgedRun[]) => alarmIn(runs)?.advice;
    expect(why(runsOf(40, { stoppedAfter: 2, falsely: 0 }))).toMatchObject({
      kind: "unknown",
      sentence: expect.stringMatching(
        /30 runs of each kind, and there are \d+ runs that it could stop and \d+ that/,
      ),
    });
    const observed = judged({
      ended: "rejected",
      alarm: { stops: false, raised: false },
      redone: { kind: "planned", steps: 3, restart: 8 },
    });
    expect(why([...runsOf(400, { stoppedAfter: 2, falsely: 0 }), observed])?.sentence).toContain(
      "only observed",
    );
    const quiet = Array.from({ length: 100 }, (_, at) =>
      judged({ alarm: { stops: at % 2 === 0, raised: false } }),
    );
    expect(why(quiet)?.sentence).toContain("of 50 runs it stopped none");
    expect(alarmIn([judged({})])).toBeUndefined();
  });

  it("leaves runs that were stopped out of what a verifier has judged, and of exceptions", () => {
    const { exceptions, stopped, verifiers } = recordedPilot(runsOf(100, { stoppedAfter: 2, falsely: 0 }));
    expect(exceptions).toBeNull();
    expect((stopped?.runs ?? 0) + (verifiers[0]?.figures.runs ?? 0)).toBe(100);
    expect(stopped?.made.runs.count).toBe(stopped?.runs);
  });
});
