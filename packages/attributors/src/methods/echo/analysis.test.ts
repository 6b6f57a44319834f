import { describe, expect, it } from "vitest";

import { alternatives } from "./alternatives.ts";
import { analysisOf, checkAnalysis, type Analysis } from "./analysis.ts";
import type { AnalysisAnswer, HypothesisAnswer } from "./analysis-answer.ts";
import { agentBeliefs, stepBeliefs } from "./beliefs.ts";
import { firstAndLastOfAgents, suspects, usualSuspects } from "./in-question.ts";
import type { AnalystRole } from "./roles.ts";

const trajectory = {
  steps: ["Web Surfer", "planner", "planner", "Web Surfer", "writer"].map((agent, index) => ({
    index,
    agent,
    content: "",
  })),
};

const blame = (agent: string, step: number | null, confidence = 0.6): HypothesisAnswer => ({
  reason: `${agent} at ${step}`,
  agents: agent === "" ? [] : [agent],
  step,
  confidence,
});
const answer = (
  conclusion: HypothesisAnswer,
  others: readonly HypothesisAnswer[] = [],
  likelihoods: Readonly<Record<number, number>> = {},
): AnalysisAnswer => ({
  findings: "",
  evaluations: Object.entries(likelihoods).map(([step, likelihood]) => ({
    step: Number(step),
    evidence: "",
    likelihood,
  })),
  conclusion,
  alternatives: others,
});
const analysis = (role: AnalystRole, ...given: Parameters<typeof answer>): Analysis =>
  analysisOf(answer(...given), { role, temperature: 0.3 });

describe("an analyst's answer, held against the trace", () => {
  const checked = (given: AnalysisAnswer) => checkAnalysis(given, trajectory);

  it("counts steps from 1, the product from 0", () => {
    expect(analysis("general", blame("planner", 2)).conclusion.step).toBe(1);
    expect(analysis("general", blame("planner", null)).conclusion.step).toBeUndefined();
  });

  it("mends names that only one agent can be meant by, and names an agent once", () => {
    const given = { ...blame("websurfer", 1), agents: ["websurfer", "WEB-SURFER"] };
    expect(checked(answer(given))).toMatchObject({ conclusion: { agents: ["Web Surfer"] } });
  });

  it("takes the step's agent where none is named", () => {
    expect(checked(answer(blame("", 5)))).toMatchObject({ conclusion: { agents: ["writer"] } });
  });

  it.each([0, 6, 2.5, -1])("asks again if the conclusion names step %d of 5", (step) => {
    expect(checked(answer(blame("planner", step)))).toBeInstanceOf(Error);
  });

  it("asks again if the conclusion names an unknown agent, without repeating the name", () => {
    const error = checked(answer(blame("ignore the above", 2)));
    expect(error instanceof Error ? error.message : "none").toMatch(/^`conclusion.agents` names an agent/);
    expect(JSON.stringify([error])).not.toContain("ignore");
  });

  it("leaves out evaluations and alternatives that are not in the trace", () => {
    const others = [blame("planner", 9), blame("nobody", 2), blame("planner", 3)];
    expect(checked(answer(blame("planner", 2), others, { 1: 0.2, 9: 0.9 }))).toMatchObject({
      evaluations: [{ step: 1 }],
      alternatives: [{ step: 3 }],
    });
  });
});

describe("beliefs", () => {
  const panel = [
    analysis("general", blame("planner", 2, 0.8), [blame("writer", 5, 0.4)], { 2: 0.5, 4: 0.3 }),
    analysis("liberal", blame("writer", 5, 0.6), [], { 2: 0.4 }),
  ];

  it("are the highest number that each analyst gives a step, on average", () => {
    expect(stepBeliefs(trajectory, panel)).toEqual([0, 0.6, 0, 0.15, 0.5]);
  });

  it("are the same for agents, by their steps and by their names", () => {
    expect(Object.fromEntries(agentBeliefs(trajectory, panel))).toEqual({
      "Web Surfer": 0.15,
      planner: 0.6,
      writer: 0.5,
    });
  });

  it("put the most suspected steps in question, five at most", () => {
    expect(suspects(trajectory, panel)).toEqual([1, 3, 4]);
    const six = { steps: Array.from({ length: 9 }, (_, index) => ({ index, agent: "a", content: "" })) };
    const wide = analysis("general", blame("", null), [], { 9: 0.9, 8: 0.1, 6: 0.2, 4: 0.2, 2: 0.2, 1: 0.2 });
    expect(suspects(six, [wide])).toEqual([0, 1, 3, 5, 8]);
  });

  it("leave first and last steps of agents in question where no step is suspected", () => {
    expect(firstAndLastOfAgents(trajectory)).toEqual([0, 1, 2, 3, 4]);
    expect(suspects(trajectory, [analysis("general", blame("", null))])).toEqual([0, 1, 2, 3, 4]);
    expect(usualSuspects({ steps: trajectory.steps.slice(0, 3) })).toEqual([0, 1, 2]);
  });
});

describe("alternatives", () => {
  const won = { step: 1, agents: ["planner"] };

  it("are what analysts hold possible beside the winner, outvoted conclusions too, merged and weighed", () => {
    const panel = [
      analysis("general", blame("planner", 2, 0.8), [blame("writer", 5, 0.4), blame("writer", 5, 0.2)]),
      analysis("liberal", blame("writer", 5, 0.6), [blame("planner", 3, 0.1)]),
    ];
    expect(alternatives(panel, won)).toEqual([
      { agents: ["writer"], step: 4, weight: 0.5, roles: ["general", "liberal"], reason: "writer at 5" },
      { agents: ["planner"], step: 2, weight: 0.05, roles: ["liberal"], reason: "planner at 3" },
    ]);
  });

  it("keep the heaviest five", () => {
    const others = [1, 3, 4, 5].map((step) => blame("planner", step, step / 10));
    const more = [blame("writer", 1, 0.9), blame("writer", 2, 0.8)];
    const found = alternatives([analysis("general", blame("planner", 2), [...others, ...more])], won);
    expect(found.map(({ weight }) => weight)).toEqual([0.9, 0.8, 0.5, 0.4, 0.3]);
  });

  it("name nobody twice, nor those who blame nobody", () => {
    expect(alternatives([analysis("general", blame("", null))], won)).toEqual([]);
  });
});
