/** One agent's part in one subtask: what it saw, how it reasoned, what it did, what came of it. Untrusted. */
export interface Otar {
  readonly observation: string;
  readonly thought: string;
  readonly action: string;
  readonly result: string;
}

/** Ideal of a subtask: made from the task, not from what the run did. Untrusted. */
export interface VirtualOracle {
  readonly goal: string;
  /** Things that have to be there before the subtask begins. */
  readonly preconditions: readonly string[];
  /** Facts and quantities that have to be checked on the way. */
  readonly evidence: readonly string[];
  /** Conditions to check afterwards; all have to hold. */
  readonly acceptance: readonly string[];
}

/** One phase of the run. The subtasks of a graph partition its steps, in order. */
export interface SubtaskNode {
  readonly name: string;
  readonly goal: string;
  /** Its input from before. */
  readonly needs: string;
  /** Its output for later. */
  readonly yields: string;
  /** First and last step, 0-based, both in it. */
  readonly start: number;
  readonly end: number;
  readonly oracle: VirtualOracle;
}

/** One agent within one subtask. */
export interface AgentNode {
  /** Index into the graph's subtasks. */
  readonly subtask: number;
  readonly agent: string;
  /** Its steps in the subtask, ascending. */
  readonly steps: readonly number[];
  /** Absent where the model gave none. */
  readonly otar?: Otar;
}

/** If upstream goes wrong like this, downstream shows it like that. */
export interface CounterfactualPattern {
  /** Which stage of the screening it serves. */
  readonly scope: "local" | "planning-control" | "data-flow" | "deviation";
  readonly bias: string;
  readonly anomaly: string;
}

/** From one subtask to the next. */
export interface SubtaskEdge {
  readonly from: number;
  readonly to: number;
  readonly type: "data" | "order";
  readonly patterns: readonly CounterfactualPattern[];
}

/** Between two agents of one subtask. */
export interface AgentEdge {
  readonly subtask: number;
  readonly from: string;
  readonly to: string;
  readonly type: "observation" | "reasoning" | "decision" | "feedback" | "memory" | "loop";
  readonly patterns: readonly CounterfactualPattern[];
}

/** Data that one step gave and a later one used. */
export interface StepEdge {
  readonly from: number;
  readonly to: number;
  readonly output: string;
  readonly input: string;
}

/** The same agents in the same order over and over, saying much the same. */
export interface LoopGroup {
  readonly start: number;
  readonly end: number;
  /** Steps in one round. */
  readonly period: number;
}

/** Causes and effects in a run, at three levels: subtasks, agents, steps. */
export interface CausalGraph {
  readonly subtasks: readonly SubtaskNode[];
  readonly agents: readonly AgentNode[];
  /** One for each pair of neighbours at least. */
  readonly subtaskEdges: readonly SubtaskEdge[];
  readonly agentEdges: readonly AgentEdge[];
  readonly stepEdges: readonly StepEdge[];
  readonly loops: readonly LoopGroup[];
}

/** @internal Index of the subtask that a step belongs to. */
export function subtaskOf({ subtasks }: Pick<CausalGraph, "subtasks">, step: number): number {
  return subtasks.findIndex(({ start, end }) => start <= step && step <= end);
}

/** @internal A step's place in a loop, as the screening is told; `undefined` outside of it. */
export function roleInLoop(loop: LoopGroup, step: number): "entry" | "inside" | "exit" | undefined {
  if (step < loop.start || step > loop.end) return undefined;
  if (step < loop.start + loop.period) return "entry";
  return step > loop.end - loop.period ? "exit" : "inside";
}

/** @internal All steps from which a path of edges leads to a step, for one graph; each answer is worked out once. */
export function predecessorsIn(graph: CausalGraph): (step: number) => ReadonlySet<number> {
  const links = linksOf(graph);
  const known = new Map<number, ReadonlySet<number>>();
  return (step) => {
    const found = known.get(step) ?? reached((from) => links.get(from) ?? [], step);
    known.set(step, found);
    return found;
  };
}

/** @internal All steps that a step is linked to, directly or through others. */
export function reached(linked: (step: number) => readonly number[], step: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [step];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const before of linked(next)) {
      if (found.has(before)) continue;
      found.add(before);
      open.push(before);
    }
  }
  return found;
}

/**
 * For each step those that lead to it directly. Of an agent that leads there only its latest step: the agent's own steps are
 * a chain.
 */
function linksOf(graph: CausalGraph): ReadonlyMap<number, readonly number[]> {
  const links = new Map<number, number[]>();
  const link = (from: number | undefined, to: number): void => {
    if (from === undefined || from >= to) return;
    links.set(to, [...(links.get(to) ?? []), from]);
  };
  for (const { subtask, agent, steps } of graph.agents) {
    const sources = graph.agents.filter((node) => leadsTo(graph, node, subtask, agent));
    steps.forEach((step, at) => {
      link(steps[at - 1], step);
      for (const source of sources) link(latestBefore(source, step), step);
    });
  }
  for (const { from, to } of graph.stepEdges) link(from, to);
  for (const { start, end } of graph.loops) for (const step of range(start + 1, end)) link(step - 1, step);
  return links;
}

/** Whether an agent's steps lead to another agent's steps in a subtask: by an edge between the two, or between their subtasks. */
function leadsTo(graph: CausalGraph, node: AgentNode, subtask: number, agent: string): boolean {
  if (node.subtask !== subtask) {
    return graph.subtaskEdges.some(({ from, to }) => from === node.subtask && to === subtask);
  }
  return graph.agentEdges.some(
    (edge) => edge.subtask === subtask && edge.from === node.agent && edge.to === agent,
  );
}

function latestBefore({ steps }: AgentNode, step: number): number | undefined {
  const last = steps.at(-1);
  return last !== undefined && last < step ? last : steps.findLast((earlier) => earlier < step);
}

/** @internal The integers from start to end, both in it. */
export function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index);
}
