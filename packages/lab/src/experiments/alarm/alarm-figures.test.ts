import { calibrateAlarm, fitAlarm, type PilotTask } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { alarmClaims } from "./alarm-claims.ts";
import { alarmFigures } from "./alarm-figures.ts";
import { alarmMarkdown } from "./alarm-tables.ts";
import { ALPHAS, type WatchedTask } from "./watch-runs.ts";

const scored = Array.from({ length: 80 }, (_, at) => ({
  right: at % 2 === 0,
  scores: [0.5, at % 2 === 0 ? 0.9 : 0.1, 0.5],
}));
const alarm = calibrateAlarm(scored, { model: fitAlarm(scored), scorer: "made-up" });

const task = (more: Partial<PilotTask> = {}): PilotTask => ({
  right: true,
  rejected: false,
  rightAfter: true,
  steps: 8,
  stepsRedone: 0,
  ...more,
});
const wrong = task({ right: false, rejected: true, stepsRedone: 8 });

/** One task in which the alarm stops what it stops from some alpha on. */
const watched = (problem: number, without: PilotTask, steps: number, from: number): WatchedTask => {
  const stopped = task({ right: false, rejected: true, stopped: "alarm", steps, stepsRedone: 8 });
  return {
    problem: String(problem),
    without,
    withAlarm: ALPHAS.map((alpha) => (alpha < from ? without : stopped)),
    foretold: from <= 0.05,
  };
};

/** Of 400 runs a quarter is wrong; the alarm stops the wrong ones at once, and from alpha 0.2 on every fifth right one late. */
const tasks = Array.from({ length: 400 }, (_, at) =>
  at % 4 === 0 ? watched(at, wrong, 2, 0) : watched(at, task(), 7, at % 5 === 1 ? 0.2 : 1),
);

describe("the figures of an alarm", () => {
  const figures = alarmFigures("made up", { alarm }, tasks);

  it("count steps of all attempts, and what was stopped of right and of wrong runs", () => {
    const [first] = figures.alphas;
    expect(figures).toMatchObject({ runs: 400, unforetold: 0, learnt: { runs: 160, right: 40 } });
    expect(figures.without).toEqual({ right: 0.75, rightAfter: 1, steps: 10 });
    expect(first).toMatchObject({ rightStopped: { mean: 0 }, wrongStopped: { mean: 1 } });
    // Six of eight steps of each fourth run, and of ten steps in all.
    expect(first?.spared).toBeCloseTo(6 / 32);
    expect(first?.steps.mean).toBeCloseTo(-6 / 40);
    expect(figures.alphas.at(-1)?.rightStopped.mean).toBeCloseTo(0.2);
    expect(figures.alphas.at(-1)?.steps.mean).toBeCloseTo((-6 + 3 * 0.2 * 7) / 40);
  });

  it("hold small pilots against the change over all runs", () => {
    expect(figures.alphas[0]?.smallPilots).toEqual({ on: 2, off: 0, unknown: 0 });
    expect(alarmClaims([figures]).every(({ holds }) => holds)).toBe(true);
    const reverse = figures.alphas.map((each) => ({ ...each, smallPilots: { on: 1, off: 1, unknown: 0 } }));
    const missed = alarmClaims([{ ...figures, alphas: reverse }]).filter(({ holds }) => !holds);
    expect(missed[0]?.sentence).toContain("at alpha 0.01, where the alarm saves steps, no pilot of 200 runs");
  });

  it("tell of runs that end otherwise than foretold, and of right runs that are stopped too often", () => {
    const loud = tasks.map((each) => (each.without.right ? watched(1, each.without, 7, 0) : each));
    const of = (made: readonly WatchedTask[]) => alarmClaims([alarmFigures("made up", { alarm }, made)]);
    expect(of(loud)[0]).toMatchObject({ holds: false });
    const other = tasks.map((each, at) => (at < 3 ? { ...each, foretold: !each.foretold } : each));
    expect(of(other)[2]).toMatchObject({ holds: false, measured: "3 of 400 runs are not" });
  });

  it("say in the table that the agents are simulated", () => {
    const markdown = alarmMarkdown([figures], alarmClaims([figures]));
    expect(markdown).toMatch(/^Simulated agents;/);
    expect(markdown).toMatch(/\| \*\*made up, 0\.05\*\* +\|/);
    expect(markdown).toMatch(/\| +-15\.0 % \[-17\.6, -12\.6\] +\|/);
  });
});
