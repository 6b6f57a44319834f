import { describe, expect, it } from "vitest";

import { judgeOf } from "../../asking/judge.ts";
import { callsOf } from "../../finding/calls.ts";
import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { textOf } from "../../fixtures/step-judges.ts";
import { buildGraph } from "./build-graph.ts";
import type { Decomposition } from "./decomposition.ts";
import { chiefModel, perfectAnswers, stageOf, type ChiefAnswers } from "./fixtures/chief-judge.ts";
import { LONGEST_TEXT } from "./short-trace.ts";

const [refund] = labelledFailures.filter(({ id }) => id === "refund");
if (refund === undefined) throw new Error("The fixture is missing.");
const trajectory = refund;
const perfect = perfectAnswers(refund);

/** Six steps: user, support, orders, support, payments, support. */
async function build(changed: Partial<ChiefAnswers> = {}) {
  const model = chiefModel({ ...perfect, ...changed });
  const asking = callsOf(judgeOf({ model }));
  const graph = await buildGraph({ trajectory }, ["An example"], asking, {
    longestText: LONGEST_TEXT,
    redact: undefined,
  });
  const asked = model.calls.map(stageOf);
  return { graph, asked, calls: model.calls, problems: asking.sum().problems };
}

const subtasks = (...ranges: readonly (readonly [number, number])[]): Decomposition => ({
  subtasks: ranges.map(([first, last]) => ({ name: "n", goal: "g", needs: "", yields: "", first, last })),
});

describe("buildGraph", () => {
  it("makes subtasks, agents with what they did, edges at three levels, oracles", async () => {
    const otar = { observation: "An order", thought: "Late?", action: "Looked it up", result: "Not late" };
    const pattern = { scope: "local", bias: "misread", anomaly: "refund" } as const;
    const { graph, problems } = await build({
      subtasks: subtasks([1, 3], [4, 6]),
      parse: {
        agents: [{ subtask: 2, agent: "SUPPORT", ...otar }],
        passed: [{ from: 3, to: 4, output: "2 May", input: "after 3 May" }],
      },
      causes: {
        subtasks: [{ from: 1, to: 2, type: "data", patterns: [pattern] }],
        agents: [{ subtask: 2, from: "support", to: "payments", type: "decision", patterns: [pattern] }],
      },
      oracles: {
        oracles: [
          {
            subtask: 2,
            goal: "Decide",
            preconditions: ["dates"],
            evidence: ["2 May"],
            acceptance: ["no refund"],
          },
        ],
      },
    });
    expect(graph.subtasks).toMatchObject([
      { start: 0, end: 2, oracle: { goal: "g", acceptance: [] } },
      { start: 3, end: 5, oracle: { goal: "Decide", acceptance: ["no refund"] } },
    ]);
    expect(graph.agents).toEqual([
      { subtask: 0, agent: "user", steps: [0] },
      { subtask: 0, agent: "support", steps: [1] },
      { subtask: 0, agent: "orders", steps: [2] },
      { subtask: 1, agent: "support", steps: [3, 5], otar },
      { subtask: 1, agent: "payments", steps: [4] },
    ]);
    expect(graph.subtaskEdges).toEqual([{ from: 0, to: 1, type: "data", patterns: [pattern] }]);
    expect(graph.agentEdges).toEqual([
      { subtask: 1, from: "support", to: "payments", type: "decision", patterns: [pattern] },
    ]);
    expect(graph.stepEdges).toEqual([{ from: 2, to: 3, output: "2 May", input: "after 3 May" }]);
    expect(problems).toEqual([]);
  });

  it("links neighbouring subtasks even if the model does not, and no others", async () => {
    const { graph } = await build({
      subtasks: subtasks([1, 2], [3, 4], [5, 6]),
      causes: { subtasks: [{ from: 1, to: 3, type: "data", patterns: [] }], agents: [] },
    });
    expect(graph.subtaskEdges.map(({ from, to, type }) => [from, to, type])).toEqual([
      [0, 1, "order"],
      [1, 2, "order"],
    ]);
  });

  it("drops edges between agents who are not in the subtask, or are one and the same", async () => {
    const edge = { subtask: 1, type: "memory", patterns: [] } as const;
    const { graph } = await build({
      causes: {
        subtasks: [],
        agents: [
          { ...edge, from: "user", to: "payments" },
          { ...edge, from: "user", to: "nobody" },
          { ...edge, from: "user", to: "User" },
          { ...edge, subtask: 7, from: "user", to: "orders" },
          { ...edge, from: "user", to: "orders" },
        ],
      },
    });
    expect(graph.agentEdges).toEqual([{ ...edge, subtask: 0, from: "user", to: "orders" }]);
  });

  it("drops data that would go back in time or come from nowhere", async () => {
    const passed = [
      [4, 3],
      [3, 3],
      [0, 2],
      [2, 7],
      [1.5, 3],
      [1, 6],
    ].map(([from = 0, to = 0]) => ({
      from,
      to,
      output: "",
      input: "",
    }));
    const { graph } = await build({ parse: { agents: [], passed } });
    expect(graph.stepEdges.map(({ from, to }) => [from, to])).toEqual([[0, 5]]);
  });

  it("asks again, with the draft and what is wrong with it in frames, where ranges do not fit", async () => {
    const { graph, asked, calls, problems } = await build({
      subtasks: subtasks([1, 1], [4, 6]),
      reflection: subtasks([1, 2], [3, 6]),
    });
    expect(asked.slice(0, 2)).toEqual(["subtasks", "reflection"]);
    expect(textOf(calls[1] ?? [])).toContain("steps 2 to 3 belong to no subtask");
    expect(graph.subtasks.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [2, 5],
    ]);
    expect(problems).toEqual([]);
  });

  it("does not ask again about an end that is off by one", async () => {
    const { asked } = await build({ subtasks: subtasks([1, 3], [3, 6]) });
    expect(asked).not.toContain("reflection");
  });

  it("makes the ranges fit by itself where asking again did not help, and says so", async () => {
    for (const reflection of [subtasks([1, 1], [4, 6]), "I would rather not."]) {
      const { graph, problems } = await build({ subtasks: subtasks([1, 1], [4, 6]), reflection });
      expect(graph.subtasks.map(({ start, end }) => [start, end])).toEqual([
        [0, 2],
        [3, 5],
      ]);
      expect(problems.join("\n")).toContain("ranges mended: steps 2 to 3 belong to no subtask");
    }
  });

  it("takes the run as one subtask where there is no decomposition, or none that fits at all", async () => {
    for (const answer of ["No idea.", subtasks([8, 9])]) {
      const { graph } = await build({ subtasks: answer, reflection: answer });
      expect(graph.subtasks).toMatchObject([{ name: "Whole run", start: 0, end: 5 }]);
      expect(graph.agents).toHaveLength(4);
    }
  });

  it("does without what is not answered, and says what that is", async () => {
    const { graph, problems } = await build({ parse: "?", causes: "?", oracles: "?" });
    expect(graph).toMatchObject({ stepEdges: [], agentEdges: [], subtaskEdges: [{ from: 0, to: 1 }] });
    expect(graph.agents.every(({ otar }) => otar === undefined)).toBe(true);
    expect(graph.subtasks[0]?.oracle).toMatchObject({ goal: "Do this part", acceptance: [] });
    expect(problems).toHaveLength(3);
  });

  it("shows the oracles' maker nothing of what the run did", async () => {
    const { calls } = await build();
    const oracles = calls.find((messages) => stageOf(messages) === "oracles") ?? [];
    expect(textOf(oracles)).not.toContain("so I refund it");
    expect(textOf(oracles)).not.toMatch(/<<trace /);
    expect(textOf(oracles)).toContain("An example");
  });
});
