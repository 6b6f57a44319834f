import type { CausalGraph } from "./graph.ts";

const LONGEST_LABEL = 80;

/** Marks in the drawing. */
export interface CausalGraphDrawing {
  /** The blamed step, 0-based: the agent who acted in it is marked. */
  readonly step?: number;
}

/**
 * Draws a causal graph as a Mermaid flowchart: a box for each subtask, in it a node for each agent with its steps, arrows
 * between them for edges; data that passes from step to step is a dotted arrow between the agents of the steps. Steps are
 * counted from 1, as a reader would.
 *
 * Names and texts are untrusted. They only stand in quoted labels, and all but letters, digits, spaces and commas is written there as character
 * codes: nothing in them is Mermaid, Markdown or HTML.
 *
 * @example
 * const finding = await chief({ model }).attribute({ trajectory });
 * console.log(causalGraphMermaid(finding.graph, finding));
 */
export function causalGraphMermaid(graph: CausalGraph, { step }: CausalGraphDrawing = {}): string {
  const boxes = graph.subtasks.flatMap(({ name, start, end }, index) => [
    `  subgraph s${index}["${label(`Subtask ${index + 1}, ${name}, steps ${start + 1} to ${end + 1}`)}"]`,
    ...graph.agents.flatMap(({ subtask, agent, steps }, node) =>
      subtask === index ? [`    a${node}["${label(`${agent}, ${stepsText(steps)}`)}"]`] : [],
    ),
    "  end",
  ]);
  const between = graph.subtaskEdges.map(({ from, to, type }) => `  s${from} ==>|"${type}"| s${to}`);
  const lines = [...boxes, ...between, ...agentLines(graph), ...dataLines(graph), ...marked(graph, step)];
  return `flowchart TD\n${lines.join("\n")}\n`;
}

function agentLines(graph: CausalGraph): readonly string[] {
  return graph.agentEdges.flatMap(({ subtask, from, to, type }) => {
    const find = (agent: string): number =>
      graph.agents.findIndex((node) => node.subtask === subtask && node.agent === agent);
    const [source, target] = [find(from), find(to)];
    return source < 0 || target < 0 ? [] : [`  a${source} -->|"${type}"| a${target}`];
  });
}

function dataLines(graph: CausalGraph): readonly string[] {
  return graph.stepEdges.flatMap(({ from, to, output }) => {
    const [source, target] = [nodeOf(graph, from), nodeOf(graph, to)];
    if (source < 0 || target < 0) return [];
    return [`  a${source} -.->|"${label(`${from + 1} to ${to + 1}, ${output}`)}"| a${target}`];
  });
}

function marked(graph: CausalGraph, step: number | undefined): readonly string[] {
  const node = step === undefined ? -1 : nodeOf(graph, step);
  return node < 0 ? [] : [`  classDef blamed stroke:#c00,stroke-width:3px`, `  class a${node} blamed`];
}

function nodeOf(graph: CausalGraph, step: number): number {
  return graph.agents.findIndex(({ steps }) => steps.includes(step));
}

function stepsText(steps: readonly number[]): string {
  return `${steps.length === 1 ? "step" : "steps"} ${steps.map((step) => step + 1).join(", ")}`;
}

function label(text: string): string {
  // Lone surrogates, controls and marks of direction have no place in a drawing, however they are written.
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const signs = Array.from(visible);
  const shown = signs.length <= LONGEST_LABEL ? signs : [...signs.slice(0, LONGEST_LABEL - 1), "…"];
  return shown.map((sign) => (/[\p{L}\p{N} ,]/u.test(sign) ? sign : `#${sign.codePointAt(0)};`)).join("");
}
