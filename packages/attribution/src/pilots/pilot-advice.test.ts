import { seededRandom } from "../conformal/index.ts";
import { describe, expect, it } from "vitest";

import { pilotAdvice, pilotFigures, type PilotTask } from "../index.ts";
import type { PilotAdvice } from "./pilot-advice.ts";

/** Fixed beforehand, so that nobody tunes them: right at first, wrong ones made right, right ones made wrong. */
const AGENTS = {
  pays: { right: 0.6, recovers: 0.6, spoils: 0.05 },
  harms: { right: 0.9, recovers: 0.2, spoils: 0.4 },
  "does nothing": { right: 0.7, recovers: 0.02, spoils: 0.02 },
} as const;

const RIGHT_ADVICE: Readonly<Record<keyof typeof AGENTS, readonly PilotAdvice["kind"][]>> = {
  pays: ["on", "on-with-epsilon"],
  harms: ["off"],
  "does nothing": ["off"],
};

/** The simulated judge: wrong runs lie 1.81 deviations above right ones, and it rejects above 1.04. */
function simulated(agent: keyof typeof AGENTS, n: number, seed: number) {
  const random = seededRandom(seed);
  const { recovers, right, spoils } = AGENTS[agent];
  const draw = (stepsRedone: number): PilotTask & { readonly z: number } => {
    const isRight = random() < right;
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const z = normal + (isRight ? 0 : 1.81);
    const rejected = z > 1.04;
    const redone = isRight ? random() >= spoils : random() < recovers;
    return {
      z,
      right: isRight,
      score: -z,
      rejected,
      rightAfter: rejected ? redone : isRight,
      steps: 10,
      stepsRedone: rejected ? stepsRedone : 0,
    };
  };
  return Array.from({ length: n }, () => draw(6));
}

const made = (count: number, task: Partial<PilotTask>): readonly PilotTask[] =>
  Array.from({ length: count }, () => ({
    right: true,
    rejected: false,
    rightAfter: task.right ?? true,
    steps: 5,
    stepsRedone: 0,
    ...task,
  }));
const recovered = (count: number) =>
  made(count, { right: false, rejected: true, rightAfter: true, stepsRedone: 4 });
const spoilt = (count: number) => made(count, { rejected: true, rightAfter: false, stepsRedone: 4 });

describe("pilotAdvice", () => {
  it.each(["pays", "harms", "does nothing"] as const)(
    "is right in at least 90 of 100 pilots of 50 tasks with an agent for which rollback %s",
    (agent) => {
      const isRight = (advice: PilotAdvice) => RIGHT_ADVICE[agent].includes(advice.kind);
      let rightly = 0;
      for (let seed = 0; seed < 100; seed += 1) {
        const tasks = simulated(agent, 200, 1000 + seed);
        const advice = pilotAdvice(tasks.slice(0, 50));
        const unknowable = advice.kind === "label-more" && pilotAdvice(tasks).kind === "label-more";
        rightly += Number(isRight(advice) || unknowable);
      }
      expect(rightly).toBeGreaterThanOrEqual(90);
    },
  );

  it("leaves rollback on where it recovers more than it spoils, beyond doubt", () => {
    expect(pilotAdvice([...recovered(9), ...spoilt(1), ...made(40, {})])).toEqual({
      kind: "on",
      sentence: "Leave rollback on: it recovered 9 and spoilt 1 of 50 tasks.",
    });
  });

  it("asks for a stricter verifier where that spoils less and recovers as much", () => {
    const scored = (tasks: readonly PilotTask[], score: number) => tasks.map((task) => ({ ...task, score }));
    const tasks = [
      ...scored(recovered(10), -5),
      ...scored(spoilt(4), 0.2),
      ...made(60, {}).map((task, at) => ({ ...task, score: 1 + at })),
    ];
    expect(pilotAdvice(tasks)).toMatchObject({
      kind: "on-with-epsilon",
      epsilon: 0.05,
      sentence: expect.stringContaining("it recovered 10 and spoilt 0 of 74 tasks"),
    });
  });

  it("leaves it off where it spoils more, and where it changes too little", () => {
    expect(pilotAdvice([...recovered(1), ...spoilt(4), ...made(45, {})])).toMatchObject({
      kind: "off",
      sentence: "Leave rollback off: it recovered 1 and spoilt 4 of 50 tasks, more than it is worth.",
    });
    expect(pilotAdvice(made(50, {}))).toMatchObject({ kind: "off" });
  });

  it("says how many more tasks would tell where it may be chance", () => {
    expect(pilotAdvice([...recovered(3), ...made(47, {})])).toEqual({
      kind: "label-more",
      more: 25,
      sentence: "Label 25 more tasks to know: it recovered 3 and spoilt 0 of 50 tasks, which may be chance.",
    });
    expect(pilotAdvice(made(4, {}))).toMatchObject({ kind: "label-more", more: 11 });
  });

  it("advises to restart only where that gains as much for no more steps, or alone pays", () => {
    const rest = made(40, {});
    const cheap = (tasks: readonly PilotTask[]) => tasks.map((task) => ({ ...task, stepsRedone: 1 }));
    expect(pilotAdvice([...recovered(9), ...rest], [...cheap(recovered(9)), ...rest])).toMatchObject({
      kind: "restart",
    });
    const dear = (tasks: readonly PilotTask[]) => tasks.map((task) => ({ ...task, stepsRedone: 9 }));
    expect(pilotAdvice([...recovered(9), ...rest], [...dear(recovered(9)), ...rest])).toMatchObject({
      kind: "on",
    });
    expect(pilotAdvice([...spoilt(9), ...rest], [...dear(recovered(9)), ...rest])).toMatchObject({
      kind: "restart",
    });
  });

  it("refuses a pilot without tasks", () => {
    expect(() => pilotAdvice([])).toThrow(/at least one task/);
  });
});

describe("pilotFigures", () => {
  it("counts what was recovered, spoilt, redone and caught, with intervals", () => {
    const tasks = [...recovered(3), ...spoilt(1), ...made(5, {}), ...made(1, { right: false })];
    expect(pilotFigures(tasks)).toMatchObject({
      tasks: 10,
      right: { count: 6, of: 10 },
      recovered: {
        count: 3,
        of: 4,
        interval: { lower: expect.closeTo(0.194, 3), upper: expect.closeTo(0.994, 3) },
      },
      spoilt: { count: 1, of: 6 },
      redone: { count: 1, of: 6 },
      caught: { count: 3, of: 4 },
      rightAfter: { count: 8, of: 10 },
      steps: 50,
      stepsRedone: 16,
    });
    expect(pilotFigures([]).right).toEqual({ count: 0, of: 0, interval: { lower: 0, upper: 1 } });
  });

  it("sums what the verdicts have cost, in money only where each of them has a price", () => {
    const priced = made(3, { verdictTokens: 50, verdictMoney: 0.1 });
    expect(pilotFigures([...priced, ...made(2, {})])).toMatchObject({
      verdictTokens: 150,
      verdictMoney: 0.3,
    });
    const unpriced = pilotFigures([...priced, ...made(1, { verdictTokens: 7 })]);
    expect(unpriced.verdictTokens).toBe(157);
    expect(unpriced).not.toHaveProperty("verdictMoney");
    expect(pilotFigures(made(2, {}))).not.toHaveProperty("verdictMoney");
  });
});
