import { describe, expect, it } from "vitest";

import type { AttributorReport } from "@langgraph-rollback/lab/attributors";
import { attributorChart } from "./attributor-chart.ts";

const accuracy = { agent: 0.6, step: 0.25, within: [], auroc: 0.5, auprc: 0.5 };
const none = { byLength: [], distances: [], agents: [], steps: [] };
const costs = { calls: 1, inputTokens: 10, outputTokens: 5, missing: 0, withProblems: 0 };

/** Two quarters of tokens; the panel of tokens reaches to 50. */
const byTokens = [
  { from: 10, to: 20, n: 4, agent: 0.5, step: 0.5 },
  { from: 30, to: 50, n: 4, agent: 0.5, step: 1 },
];
const reportOf = (name: string, groups: readonly (string | null)[]): AttributorReport => ({
  source: { name: "m", from: "endpoint" },
  n: 8,
  withTruthKnown: 0,
  right: 0,
  seed: 1,
  repeat: 1,
  results: [
    {
      name,
      fingerprint: "f",
      withTruth: true,
      groups: groups.map((group) => ({
        group,
        n: 8,
        accuracy,
        intervals: { agent: { lower: 0.1, upper: 0.9 } },
        ...none,
        byTokens,
        costs,
      })),
      findings: [],
      problems: [],
    },
  ],
  chance: groups.map((group) => ({
    group,
    n: 8,
    agentOfAgents: 0.2,
    agentOfRoles: 0.2,
    baselines: [],
    solutions: [],
    accuracy: { ...accuracy, step: 0.4 },
  })),
  comparisons: [],
  published: [],
});

describe("the drawing of attributors", () => {
  it("has shares of agents and steps with intervals and chance, and steps by tokens", () => {
    const drawing = attributorChart(reportOf("joint", [null]));
    // A panel is 290 pixels wide and 250 high; one row is in the middle.
    const at = (left: number, top: number) => `transform="translate(${left.toFixed(2)} ${top.toFixed(2)})"`;
    expect(drawing).toContain('<path d="M29.00 125.00H261.00"');
    expect(drawing).toContain(at(0.6 * 290, 125));
    expect(drawing).toContain(at(0.25 * 290, 125));
    for (const chance of [0.2, 0.4]) expect(drawing).toContain(`<line x1="${chance * 290}"`);
    expect(drawing).toContain('<path d="M87,125L232,0"');
    for (const text of ["agent", "step", "step, by tokens", "joint +G"])
      expect(drawing).toContain(`>${text}</text>`);
  });

  it("has a row of panels for each group", () => {
    const drawing = attributorChart(reportOf("joint", [null, "small", "big"]));
    expect(drawing.match(/by tokens<\/text>/g)).toHaveLength(3);
    expect(drawing).toContain(">small: step</text>");
  });

  it("is drawn as text, whatever names say", () => {
    const drawing = attributorChart(reportOf("<script>\u202E\u001B[2J", ["<b>\u202E"]));
    expect(drawing).not.toMatch(/<script|<b>|\u202E|NaN|undefined/);
    expect(drawing).not.toContain("\u001B");
    expect(drawing).toContain("&lt;script&gt;");
  });
});
