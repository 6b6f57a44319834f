import { describe, expect, it } from "vitest";

import { candidateScores, chiefScores } from "./chief-scores.ts";
import { smallGraph } from "./fixtures/small-graph.ts";

const [, , , doer] = smallGraph.agents;
const candidates = {
  subtasks: [1],
  agents: doer === undefined ? [] : [doer],
  steps: [{ step: 7, gravity: 0.5, why: "" }],
};
const origin = { stage: "local", explains: [], reversible: false, rescue: 0.5 } as const;

describe("chiefScores", () => {
  it("goes by how far a step came under suspicion, and by whether it leads to the blamed one", () => {
    const scores = chiefScores(8, smallGraph, candidates, [{ ...origin, step: 1 }]);
    // 0 leads to 1; 4 and 6 lie in the subtask; 5 is of the agent; 7 is a candidate.
    expect(scores).toEqual([0.05, 0.8, 0, 0, 0.1, 0.2, 0.1, 0.4]);
  });

  it("puts an origin that was put right among the other candidates", () => {
    const scores = chiefScores(8, smallGraph, candidates, [
      { ...origin, step: 1 },
      { ...origin, step: 3, reversible: true },
    ]);
    expect(scores[3]).toBe(0.3);
  });

  it("suspects no step more than the blamed one, even if that was put right", () => {
    const scores = chiefScores(8, smallGraph, candidates, [
      { ...origin, step: 0, reversible: true, rescue: 0 },
      { ...origin, step: 3, reversible: true, rescue: 0 },
    ]);
    expect(Math.max(...scores)).toBe(scores[0]);
  });
});

describe("candidateScores", () => {
  it("goes by gravity where there was no screening", () => {
    expect(candidateScores(8, smallGraph, candidates)).toEqual([0, 0, 0, 0, 0.1, 0.2, 0.1, 0.4]);
  });
});
