import type { Finding } from "@langgraph-rollback/attributors";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";
import { chanceAccuracy, chanceOfAgents, chanceOfRoles } from "./chance-accuracy.ts";
import { costsOf } from "./finding-costs.ts";
import { accuracyOf, filled } from "./finding-metrics.ts";

/** Agents by their initials, a step each. */
function failure(agents: string, decisiveStep: number, decisiveAgent?: string): LabelledTrajectory {
  const steps = Array.from(agents, (agent, index) => ({ index, agent, content: "" }));
  const label = { decisiveStep, ...(decisiveAgent === undefined ? {} : { decisiveAgent }) };
  return { id: `${agents}-${decisiveStep}`, task: "", steps, label };
}

const usage = { calls: 0, inputTokens: 0, outputTokens: 0, latency: 0 };
function finding(scores: Finding["scores"], rest: Partial<Finding> = {}): Finding {
  return { scores, usage, problems: [], ...rest };
}

describe("accuracy of findings", () => {
  it("counts steps named right, and near, and agents apart from steps", () => {
    const judged = [
      { trajectory: failure("abab", 1), finding: finding([0, 1, 0, 0], { step: 1, agent: "b" }) },
      { trajectory: failure("abab", 3), finding: finding([0, 1, 0, 0], { step: 1, agent: "b" }) },
      { trajectory: failure("aaaaaaaa", 0), finding: finding(Array(8).fill(0), { step: 5, agent: "a" }) },
      { trajectory: failure("ab", 1), finding: finding([1, 0], { step: 0, agent: "a" }) },
    ];
    const { agent, step, within } = accuracyOf(judged);
    expect({ agent, step }).toEqual({ agent: 0.75, step: 0.25 });
    expect(within).toEqual([0.5, 0.75, 0.75, 0.75, 1]);
  });

  it("takes the label's agent where it differs from the one who acted", () => {
    const judged = [{ trajectory: failure("ab", 1, "a"), finding: finding([0, 1], { step: 1, agent: "b" }) }];
    expect(accuracyOf(judged)).toMatchObject({ agent: 0, step: 1 });
  });

  it("takes no step, and no agent, for wrong", () => {
    const judged = [{ trajectory: failure("ab", 1), finding: finding([undefined, undefined]) }];
    expect(accuracyOf(judged)).toMatchObject({ agent: 0, step: 0, within: [0, 0, 0, 0, 0] });
  });

  it("ranks scores by trajectory, ties counting half, as computed by hand", () => {
    const judged = [
      // One above, one equal, one below: (1 + 1/2) / 3; precision 1 / 3.
      { trajectory: failure("abcd", 1), finding: finding([0.9, 0.5, 0.5, 0.1]) },
      // Alone at the top.
      { trajectory: failure("ab", 0), finding: finding([0.3, 0.2]) },
    ];
    const { auroc, auprc } = accuracyOf(judged);
    expect(auroc).toBeCloseTo((0.5 + 1) / 2, 12);
    expect(auprc).toBeCloseTo((1 / 3 + 1) / 2, 12);
  });

  it("lets a missing score speak neither for nor against its step", () => {
    expect(filled([0.2, undefined, 0.6])).toEqual([0.2, 0.4, 0.6]);
    const nothing = { trajectory: failure("abcd", 2), finding: finding(Array(4).fill(undefined)) };
    expect(accuracyOf([nothing])).toMatchObject({ auroc: 0.5, auprc: 0.25 });
  });

  it("grows with the tolerance, and never depends on the order of the trajectories", () => {
    const random = seededRandom(5);
    const whole = (most: number) => Math.floor(random() * most);
    for (let round = 0; round < 100; round += 1) {
      const judged = Array.from({ length: 1 + whole(6) }, () => {
        const length = 1 + whole(9);
        const agents = Array.from({ length }, () => "abc"[whole(3)]).join("");
        const scores = Array.from({ length }, () => whole(4) / 4);
        return {
          trajectory: failure(agents, whole(length)),
          finding: finding(scores, { step: whole(length), agent: "a" }),
        };
      });
      const all = accuracyOf(judged);
      const steps = [all.step, ...all.within];
      expect(steps).toEqual(steps.toSorted((one, other) => one - other));
      const turned = accuracyOf(judged.toReversed());
      expect(turned.auprc).toBeCloseTo(all.auprc, 12);
      expect(turned.agent).toBe(all.agent);
    }
  });
});

describe("chance", () => {
  it("is computed by hand for two trajectories", () => {
    const { agent, step, within, auroc, auprc } = chanceAccuracy([failure("abab", 0), failure("ab", 1)]);
    expect(agent).toBeCloseTo((2 / 4 + 1 / 2) / 2, 12);
    expect(step).toBeCloseTo((1 / 4 + 1 / 2) / 2, 12);
    expect(within.map((share) => Number(share.toFixed(12)))).toEqual([0.75, 0.875, 1, 1, 1]);
    expect(auroc).toBe(0.5);
    expect(auprc).toBeCloseTo(((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4 + (1 + 1 / 2) / 2) / 2, 12);
  });

  it("draws an agent of the trajectory where agents are to be named, computed by hand", () => {
    expect(chanceOfAgents([failure("abab", 0), failure("abca", 1)])).toBeCloseTo((1 / 2 + 1 / 3) / 2, 12);
    // One who is blamed but never acted cannot be drawn.
    expect(chanceOfAgents([failure("ab", 0, "c"), failure("aa", 0)])).toBe(1 / 2);
  });

  it("draws a role as it is written, if the data writes roles, computed by hand", () => {
    const trajectory = failure("aaba", 0);
    expect(chanceOfRoles([{ trajectory }])).toBe(1 / 2);
    const roles = ["a (thought)", "a (-> b)", "b", "a (thought)"];
    expect(chanceOfRoles([{ trajectory, roles }])).toBe(1 / 3);
    // Without roles of the data, whom a step addresses and what it is for make one.
    const steps = trajectory.steps.map((step, index) => (index === 1 ? { ...step, to: "b" } : step));
    expect(chanceOfRoles([{ trajectory: { ...trajectory, steps } }])).toBe(1 / 3);
    expect(chanceOfRoles([{ trajectory: failure("ab", 0, "c") }])).toBe(0);
  });

  it("is what drawing scores comes to", () => {
    const random = seededRandom(3);
    const trajectory = failure("abcabca", 2);
    const judged = Array.from({ length: 20_000 }, () => {
      const scores = trajectory.steps.map(() => random());
      const step = scores.indexOf(Math.max(...scores));
      return { trajectory, finding: finding(scores, { step, agent: trajectory.steps[step]?.agent ?? "" }) };
    });
    const [drawn, computed] = [accuracyOf(judged), chanceAccuracy([trajectory])];
    for (const name of ["agent", "step", "auroc", "auprc"] as const)
      expect(Math.abs(drawn[name] - computed[name])).toBeLessThan(0.015);
  });
});

it("costs are means over trajectories, and tell what is missing", () => {
  const trajectory = failure("ab", 0);
  const spent = { calls: 3, inputTokens: 100, outputTokens: 10, latency: 500, cost: 0.2 };
  const judged = [
    { trajectory, finding: finding([0.1, undefined], { usage: spent, problems: ["cut off"] }) },
    { trajectory, finding: finding([0.1, 0.2]) },
  ];
  expect(costsOf(judged)).toEqual({
    calls: 1.5,
    inputTokens: 50,
    outputTokens: 5,
    latency: 0.25,
    cost: 0.1,
    missing: 0.25,
    withProblems: 1,
  });
});
