import { describe, expect, it } from "vitest";

import { seededRandom } from "../conformal/index.ts";
import { alarmPilot, type AlarmPair } from "./alarm-pilot.ts";
import type { PilotTask } from "./pilot-figures.ts";

const task = (more: Partial<PilotTask>): PilotTask => ({
  right: true,
  rejected: false,
  rightAfter: true,
  steps: 8,
  stepsRedone: 0,
  ...more,
});
const right: AlarmPair = { unwatched: task({}), watched: task({}) };
const wrong: AlarmPair = {
  unwatched: task({ right: false, rejected: true, stepsRedone: 6 }),
  watched: task({ right: false, rejected: true, stepsRedone: 6 }),
};
const stopped = { right: false, rejected: true, stopped: "alarm" } as const;
/** A wrong run that is stopped after three of its eight steps. */
const caught: AlarmPair = { ...wrong, watched: task({ ...stopped, steps: 3, stepsRedone: 6 }) };
/** A right run that is stopped, and run again. */
const touched: AlarmPair = { ...right, watched: task({ ...stopped, steps: 3, stepsRedone: 8 }) };
const spoilt: AlarmPair = { ...touched, watched: { ...touched.watched, rightAfter: false } };

const many = (count: number, pair: AlarmPair): readonly AlarmPair[] =>
  Array.from({ length: count }, () => pair);

describe("alarmPilot", () => {
  it("counts what was stopped, right ones among it, and the steps of all attempts", () => {
    const pilot = alarmPilot([...many(2, right), caught, touched, wrong]);
    expect(pilot).toMatchObject({
      tasks: 5,
      stopped: { count: 2, of: 5 },
      rightStopped: { count: 1, of: 3 },
      steps: { with: 8 + 8 + 9 + 11 + 14, without: 8 + 8 + 14 + 8 + 14 },
      change: { mean: -2 / 5 },
      rightAfter: { with: { count: 5 }, without: { count: 5 } },
    });
  });

  it("advises by the steps, where they are beyond chance", () => {
    expect(alarmPilot([...many(30, right), ...many(10, caught)]).advice.kind).toBe("on");
    expect(alarmPilot([...many(30, right), ...many(10, touched)]).advice.kind).toBe("off");
    expect(alarmPilot([...many(30, right), ...many(4, touched), ...many(3, caught)]).advice.kind).toBe(
      "unknown",
    );
  });

  it("does not know where there are few tasks, or the alarm stopped none", () => {
    expect(alarmPilot([])).toMatchObject({ change: null, advice: { kind: "unknown" } });
    expect(alarmPilot(many(29, caught)).advice.sentence).toContain(
      "it takes 30 tasks to tell, and there are 29",
    );
    expect(alarmPilot(many(50, wrong)).advice.sentence).toContain("of 50 tasks it stopped none");
  });

  it("advises against an alarm that loses results, whatever it saves", () => {
    const { advice } = alarmPilot([...many(60, caught), ...many(8, spoilt)]);
    expect(advice).toMatchObject({ kind: "off", sentence: expect.stringContaining("8 tasks end wrong") });
  });

  it("keeps pairs of one unit together: tasks that were run ten times are not ten tasks", () => {
    const random = seededRandom(3);
    const units = Array.from({ length: 6 }, () => (random() < 0.5 ? caught : touched));
    const of = (isTold: boolean) =>
      units.flatMap((pair, unit) => many(10, isTold ? { ...pair, unit: String(unit) } : pair));
    const width = (isTold: boolean): number => {
      const { lower = 0, upper = 0 } = alarmPilot(of(isTold)).change?.interval ?? {};
      return upper - lower;
    };
    expect(width(true)).toBeGreaterThan(2 * width(false));
  });
});
