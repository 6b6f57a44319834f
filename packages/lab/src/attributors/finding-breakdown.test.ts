import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { expect, it } from "vitest";

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
