import { describe, expect, it } from "vitest";

import { candidatesOf, type Verdicts } from "./backtracking.ts";
import { smallGraph } from "./fixtures/small-graph.ts";

const steps = Array.from({ length: 8 }, (_, index) => ({
  index,
  agent: index % 2 === 0 ? "planner" : "doer",
  content: "",
}));
const trajectory = { id: "t", task: "", steps };
const candidates = (
  failing: readonly number[],
  agents: Verdicts["agents"],
  named: readonly number[],
  gravity = 0.5,
) =>
  candidatesOf(trajectory, smallGraph, {
    subtasks: [2, 1].map((subtask) => ({ subtask, outcome: "", fallsShort: failing.includes(subtask) })),
    agents,
    steps: named.map((step) => ({ step, why: "", gravity })),
  });
const numbers = (found: ReturnType<typeof candidates>) => found.steps.map(({ step }) => step);

describe("candidatesOf", () => {
  it("keeps steps of agents who deviate in subtasks that fall short, in order", () => {
    const found = candidates([2], [{ subtask: 2, agent: "Doer" }], [8, 6]);
    expect(found.subtasks).toEqual([1]);
    expect(found.agents).toMatchObject([{ subtask: 1, agent: "doer" }]);
    expect(numbers(found)).toEqual([5, 7]);
  });

  it("drops steps of other agents and of subtasks that are met", () => {
    expect(numbers(candidates([2], [{ subtask: 2, agent: "doer" }], [2, 5, 6]))).toEqual([5]);
  });

  it("drops agents in subtasks that are met", () => {
    const agents = [1, 2].map((subtask) => ({ subtask, agent: "doer" }));
    expect(candidates([2], agents, [6]).agents).toMatchObject([{ subtask: 1 }]);
  });

  it("believes the steps where they do not fit the agents and subtasks at all", () => {
    const found = candidates([2], [{ subtask: 2, agent: "doer" }], [2]);
    expect(found).toMatchObject({ subtasks: [0], agents: [{ subtask: 0, agent: "doer" }] });
    expect(numbers(found)).toEqual([1]);
  });

  it("knows each step once, and none that is not there", () => {
    const agents = [{ subtask: 2, agent: "doer" }];
    expect(numbers(candidates([2], agents, [6, 6, 0, 9, 6.5, -1]))).toEqual([5]);
  });

  it("keeps subtasks and agents where no step is named", () => {
    expect(candidates([1], [], [])).toEqual({ subtasks: [0], agents: [], steps: [] });
  });
});
