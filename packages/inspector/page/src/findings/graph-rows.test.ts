import { describe, expect, it } from "vitest";

import type { CausalGraphView } from "../../../src/shared/view/finding-view.ts";
import { causesOf, type GraphRow, graphRows, rowOfStep } from "./graph-rows.ts";

const subtask = (name: string, start: number, end: number) => ({
  name,
  start,
  end,
  goal: "",
  oracle: { goal: "", acceptance: [] },
});

/** Planner and doer in both of two subtasks. */
const GRAPH: CausalGraphView = {
  subtasks: [subtask("find", 0, 3), subtask("tell", 4, 7)],
  agents: [
    { subtask: 1, agent: "planner", steps: [4, 6] },
    { subtask: 0, agent: "planner", steps: [0, 2] },
    { subtask: 0, agent: "doer", steps: [1, 3] },
    { subtask: 1, agent: "doer", steps: [5, 7] },
  ],
  subtaskEdges: [
    { from: 0, to: 1, type: "data", patterns: [] },
    { from: 9, to: 1, type: "order", patterns: [] },
  ],
  agentEdges: [
    { subtask: 1, from: "planner", to: "doer", type: "decision", patterns: [] },
    { subtask: 0, from: "planner", to: "doer", type: "decision", patterns: [] },
    { subtask: 1, from: "doer", to: "planner", type: "feedback", patterns: [] },
  ],
  stepEdges: [
    { from: 1, to: 5, output: "7", input: "9" },
    { from: 5, to: 7, output: "9", input: "9" },
  ],
};
const rows = graphRows(GRAPH);
const nameOf = (row: GraphRow): string =>
  "agent" in row ? `${row.agent.agent} ${row.agent.steps.join(" ")}` : row.subtask.name;

describe("rows of a causal graph", () => {
  it("are its subtasks in order, each followed by its agents", () => {
    expect(rows.map(nameOf)).toEqual(["find", "planner 0 2", "doer 1 3", "tell", "planner 4 6", "doer 5 7"]);
  });

  it("name the agent of a step, and the first row for a step that nobody has", () => {
    expect([rowOfStep(rows, 5), rowOfStep(rows, 99), rowOfStep(rows, undefined)]).toEqual([5, 0, 0]);
  });
});

describe("causes of a row", () => {
  const of = (row: number) => causesOf(GRAPH, rows, row).map(({ from, type }) => `${type} from ${from}`);

  it("are edges from subtasks of a subtask; from ones that are not there none", () => {
    expect(of(3)).toEqual(["data from 0"]);
  });

  it("are edges from agents of the same subtask, and data from steps of any other agent", () => {
    expect(of(5)).toEqual(["decision from 4", "data from 2"]);
    expect(of(4)).toEqual(["feedback from 5"]);
  });

  it("are none of a row that nothing leads to, or that is not there", () => {
    expect([of(0), of(1), of(99)]).toEqual([[], [], []]);
  });
});
