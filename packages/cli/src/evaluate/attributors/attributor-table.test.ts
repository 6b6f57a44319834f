import { describe, expect, it } from "vitest";

import { type AttributorReport, PUBLISHED } from "@langgraph-rollback/lab/attributors";
import { attributorTable } from "./attributor-table.ts";
import { publishedLines } from "./published-table.ts";

const accuracy = { agent: 0.5, step: 0.25, within: [0.3, 0.4, 0.5, 0.6, 0.7], auroc: 0.5, auprc: Number.NaN };
const costs = { calls: 1, inputTokens: 10, outputTokens: 5, missing: 0, withProblems: 1 };

const nothing = { byLength: [], byTokens: [], distances: [], agents: [], steps: [] };

/** One method on one trajectory, in which all that comes from data or models is this text. */
const reportOf = (text: string): AttributorReport => ({
  source: { name: text, from: "cassette", file: text, simulated: text },
  n: 1,
  withTruthKnown: 0,
  seed: 1,
  results: [
    {
      name: "joint",
      fingerprint: "f",
      withTruth: false,
      groups: [{ group: text, n: 1, accuracy, intervals: {}, ...nothing, costs }],
      findings: [],
      problems: [{ id: text, problem: text }],
    },
  ],
  chance: [
    { group: text, n: 1, accuracy, agentOfAgents: 0.5, agentOfRoles: 0.5, baselines: [], solutions: [] },
  ],
  right: 0,
  repeat: 1,
  comparisons: [],
  published: [],
});

describe("the table of attributors", () => {
  it("lets nothing of data and models at the terminal", () => {
    const table = attributorTable(reportOf("a\u001b[2J\u001b]0;b\u0007\u202e\rc"));
    // eslint-disable-next-line no-control-regex
    expect(table).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(table).toContain("[2J");
  });

  it("shows what is not known as a dash", () => {
    expect(attributorTable(reportOf("x"))).toMatch(/^joint +0\.500 .* 0\.500 +- *$/m);
  });
});

describe("the published figures", () => {
  const rowsOf = (method: string) =>
    publishedLines(PUBLISHED.filter((figure) => figure.method === method))
      .flatMap((line) => line.split("\n"))
      .filter((line) => new RegExp(`^${method} +hand`).test(line));

  it("share a row where they are of one method in one setting", () => {
    // The paper has two figures of the tokens with the answer, which need two rows.
    expect(rowsOf("echo")).toHaveLength(3);
    expect(rowsOf("echo").some((row) => /0\.684.*0\.281.*0\.351.*0\.421.*0\.614.*53,701/.test(row))).toBe(
      true,
    );
  });

  it("stay apart where two give the same measure", () => {
    const [claude, llama, ...others] = rowsOf("raffles");
    expect(others).toHaveLength(3);
    expect(claude).toMatch(/0\.603 +0\.224 +82,000/);
    expect(llama).toMatch(/0\.603 +0\.207 +0\.259/);
    expect(claude).not.toContain("0.259");
  });

  it("hold a row for each language model that RAFFLES and CHIEF compare", () => {
    // RAFFLES, table 8: five models; CHIEF, table 3: five beside that of table 1.
    for (const method of ["all-at-once", "step-by-step", "binary-search", "tool-caller"]) {
      const models = PUBLISHED.filter((each) => each.method === method && each.source.endsWith("8"));
      expect(models).toHaveLength(10);
    }
    expect(rowsOf("chief")).toHaveLength(7);
  });

  it("hold both figures of ECHO's tokens", () => {
    const tokens = PUBLISHED.filter((each) => each.method === "echo" && each.truth === "with").flatMap(
      (each) => (each.part === "hand-crafted" ? (each.tokens ?? []) : []),
    );
    expect(tokens).toEqual([53_701, 33_000]);
  });
});
