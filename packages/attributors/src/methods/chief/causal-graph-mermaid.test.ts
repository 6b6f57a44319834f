import { describe, expect, it } from "vitest";

import { causalGraphMermaid } from "./causal-graph-mermaid.ts";
import { smallGraph } from "./fixtures/small-graph.ts";
import type { CausalGraph } from "./graph.ts";

/** Every line that a drawing may consist of; labels are letters, digits, spaces, commas and character codes. */
const LABEL = String.raw`"(?:[\p{L}\p{N} ,]|#\d+;)*"`;
const LINE = new RegExp(
  String.raw`^(?:flowchart TD| {2}subgraph s\d+\[${LABEL}\]| {4}a\d+\[${LABEL}\]| {2}end| {2}[as]\d+ (?:-->|==>|-\.->)\|${LABEL}\| [as]\d+| {2}classDef blamed stroke:#c00,stroke-width:3px| {2}class a\d+ blamed|)$`,
  "u",
);

const HOSTILE = [
  '"]; click a0 href "javascript:alert(1)"',
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "end\nsubgraph evil",
  "%%{init: {'securityLevel': 'loose'}}%%",
  "`**bold** [link](javascript:1)`",
  "&lt;b&gt; #60;script#62; #quot;",
  "]]) --> a0 & b | x | {y} ((z)) :::blamed",
  "$$\\href{javascript:1}{x}$$",
  "fa:fa-bell 1. list\n- item\n# title",
  "\u2028\u2029\u202e\u200b\ud800\u0000\u001b[31m",
  "—".repeat(300),
  "Å 你好 😀",
  "__proto__ _x_",
];

const hostileGraph = (text: string): CausalGraph => ({
  ...smallGraph,
  subtasks: smallGraph.subtasks.map((node) => ({ ...node, name: text })),
  agents: smallGraph.agents.map((node) => ({ ...node, agent: `${text}${node.agent}` })),
  agentEdges: smallGraph.agentEdges.map((edge) => ({
    ...edge,
    from: `${text}${edge.from}`,
    to: `${text}${edge.to}`,
  })),
  stepEdges: smallGraph.stepEdges.map((edge) => ({ ...edge, output: text, input: text })),
});

describe("causalGraphMermaid", () => {
  it("draws subtasks, agents, edges and data, and marks who is blamed", () => {
    expect(causalGraphMermaid(smallGraph, { step: 5 })).toBe(`flowchart TD
  subgraph s0["Subtask 1, find, steps 1 to 4"]
    a0["planner, steps 1, 3"]
    a1["doer, steps 2, 4"]
  end
  subgraph s1["Subtask 2, tell, steps 5 to 8"]
    a2["planner, steps 5, 7"]
    a3["doer, steps 6, 8"]
  end
  s0 ==>|"data"| s1
  a0 -->|"decision"| a1
  a2 -->|"decision"| a3
  a1 -.->|"2 to 6, 7"| a3
  classDef blamed stroke:#c00,stroke-width:3px
  class a3 blamed
`);
  });

  it.each(HOSTILE)("lets nothing of %j become more than a label", (text) => {
    const lines = causalGraphMermaid(hostileGraph(text), { step: 5 }).split("\n");
    expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
    expect(lines).toHaveLength(causalGraphMermaid(smallGraph, { step: 5 }).split("\n").length);
  });

  it("keeps what a label says readable, in any script", () => {
    const drawn = causalGraphMermaid(hostileGraph("Søren & 你好 <😀>"));
    const shown = drawn.replaceAll(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
    expect(shown).toContain("Subtask 1, Søren & 你好 <😀>, steps 1 to 4");
  });

  it("cuts labels off", () => {
    const longest = Math.max(
      ...causalGraphMermaid(hostileGraph("x".repeat(5000)))
        .split("\n")
        .map((line) => line.length),
    );
    expect(longest).toBeLessThan(120);
  });

  it("marks nobody for a step that is not there", () => {
    expect(causalGraphMermaid(smallGraph, { step: 99 })).toBe(causalGraphMermaid(smallGraph));
  });
});
