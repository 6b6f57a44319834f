import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { findingBreakdown } from "./finding-breakdown.ts";

/** Agents by their initials, a step each; the method names a step and its agent. */
function judged(agents: string, decisiveStep: number, step?: number) {
  const steps = Array.from(agents, (agent, index) => ({ index, agent, content: "" }));
  const trajectory: LabelledTrajectory = { id: agents, task: "", steps, label: { decisiveStep } };
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0, latency: 0 };
  const named = step === undefined ? {} : { step, agent: agents.charAt(step) };
  return { trajectory, finding: { scores: steps.map(() => 0), usage, problems: [], ...named } };
}

it("tells by length, distance and agent where a method is right", () => {
  const { agents, byLength, distances } = findingBreakdown([
    judged("a", 0, 0),
    judged("abab", 1, 3),
    judged("abc", 2, 0),
    judged("ababa", 1, 1),
    judged("ab", 0),
  ]);
  expect(byLength).toEqual([
    { from: 1, to: 1, n: 1, agent: 1, step: 1 },
    { from: 2, to: 2, n: 1, agent: 0, step: 0 },
    { from: 3, to: 4, n: 2, agent: 0.5, step: 0 },
    { from: 5, to: 8, n: 1, agent: 1, step: 1 },
  ]);
  expect(distances).toEqual([
    { distance: -2, n: 1 },
    { distance: 0, n: 2 },
    { distance: 2, n: 1 },
  ]);
  expect(agents).toEqual([
    { agent: "a", toBlame: 2, blamed: 2, right: 1 },
    { agent: "b", toBlame: 2, blamed: 2, right: 2 },
    { agent: "c", toBlame: 1, blamed: 0, right: 0 },
  ]);
});

it("tells in quarters by tokens where a method is right, and keeps equal lengths together", () => {
  const sized = (words: number, isRight: boolean) => {
    const { trajectory, finding } = judged("ab", 1, isRight ? 1 : 0);
    return { trajectory: { ...trajectory, id: "", task: "word ".repeat(words) }, finding };
  };
  const sizes = [400, 100, 10, 300, 11, 200, 100, 100];
  const { byTokens } = findingBreakdown(sizes.map((words) => sized(words, words < 200)));
  expect(byTokens.map(({ n, agent, step }) => ({ n, agent, step }))).toEqual([
    { n: 2, agent: 1, step: 1 },
    { n: 3, agent: 1, step: 1 },
    { n: 1, agent: 0, step: 0 },
    { n: 2, agent: 0, step: 0 },
  ]);
  const [first, , , last] = byTokens;
  expect(first?.to).toBe((first?.from ?? 0) + 1);
  expect(last?.to).toBe((last?.from ?? 0) + 100);
});

it("tells by step which decide and which are blamed", () => {
  const { steps } = findingBreakdown([
    judged("abc", 1, 1),
    judged("abc", 1, 2),
    judged("abc", 0),
    judged("abc", 1, 1),
  ]);
  expect(steps).toEqual([
    { step: 1, toBlame: 3, blamed: 2 },
    { step: 0, toBlame: 1, blamed: 0 },
    { step: 2, toBlame: 0, blamed: 1 },
  ]);
});

describe("rounds", () => {
  /** Each round proposes a step of four, or finds no fault, with a confidence. */
  const inRounds = (
    decisive: number,
    ...proposed: readonly (readonly [step: number | undefined, confidence: number])[]
  ) => {
    const { finding, trajectory } = judged("abcd", decisive);
    const rounds = proposed.map(([step, confidence]) => ({
      candidate: { ...(step === undefined ? {} : { step }), rationales: {} },
      opinions: [],
      confidence,
    }));
    return { trajectory, finding: { ...finding, rounds, confident: true } };
  };

  it("tell how often the candidate changes, and how often the best one so far is right", () => {
    const { rounds } = findingBreakdown([
      // Right from the second round on.
      inRounds(1, [0, 200], [1, 300], [1, 320]),
      // The third round is less confident than the second, whose step stands.
      inRounds(2, [2, 100], [3, 300], [2, 200]),
      // It ends after one round.
      inRounds(3, [3, 380]),
      inRounds(0, [undefined, 250], [undefined, 360]),
    ]);
    expect(rounds?.map(({ round, n, changed, step }) => ({ round, n, changed, step }))).toEqual([
      { round: 1, n: 4, step: 0.5 },
      { round: 2, n: 3, changed: 0.5, step: 0.5 },
      { round: 3, n: 2, changed: 0.25, step: 0.5 },
    ]);
    expect(rounds?.[2]?.steps).toEqual([
      { step: 1, toBlame: 1, blamed: 1 },
      { step: 2, toBlame: 1, blamed: 1 },
    ]);
  });

  it("are absent for methods without rounds", () => {
    expect(findingBreakdown([judged("ab", 0, 0)])).not.toHaveProperty("rounds");
  });
});
