import { describe, expect, it } from "vitest";

import { smallGraph } from "./fixtures/small-graph.ts";
import { predecessorsIn, roleInLoop } from "./graph.ts";

const before = (step: number, graph = smallGraph) =>
  [...predecessorsIn(graph)(step)].toSorted((a, b) => a - b);

describe("predecessorsIn", () => {
  it("follows edges between agents, and an agent's own earlier steps", () => {
    expect(before(3)).toEqual([0, 1, 2]);
    expect(before(2)).toEqual([0]);
  });

  it("follows edges between subtasks to all steps of the subtask before", () => {
    expect(before(4)).toEqual([0, 1, 2, 3]);
  });

  it("follows data from step to step", () => {
    const onlyData = { ...smallGraph, subtaskEdges: [], agentEdges: [], loops: [] };
    expect(before(5, onlyData)).toEqual([1]);
    expect(before(7, onlyData)).toEqual([1, 5]);
  });

  it("links the steps of a loop", () => {
    const onlyLoop = { ...smallGraph, subtaskEdges: [], agentEdges: [], stepEdges: [] };
    expect(before(6, onlyLoop)).toEqual([4, 5]);
  });

  it("never leads back or to the step itself", () => {
    for (const step of [0, 1, 2, 3, 4, 5, 6, 7])
      expect(before(step).every((earlier) => earlier < step)).toBe(true);
  });
});

describe("roleInLoop", () => {
  it("tells first round, last round and those between", () => {
    const loop = { start: 2, end: 7, period: 2 };
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((step) => roleInLoop(loop, step))).toEqual([
      undefined,
      "entry",
      "entry",
      "inside",
      "inside",
      "exit",
      "exit",
      undefined,
    ]);
  });
});
