/** What one agent did in one subtask: what it saw, how it reasoned, what it did, what came of it. Untrusted. */
export interface Otar {
  readonly observation: string;
  readonly thought: string;
  readonly action: string;
  readonly result: string;
}

/** What a subtask ought to have been like: made from the task, not from what the run did. Untrusted. */
export interface VirtualOracle {
  readonly goal: string;
  /** What has to be there before the subtask begins. */
  readonly preconditions: readonly string[];
  /** Facts and quantities that have to be checked on the way. */
  readonly evidence: readonly string[];
  /** What one can check afterwards; all have to hold. */
  readonly acceptance: readonly string[];
}

/** One phase of the run. The subtasks of a graph partition its steps, in order. */
export interface SubtaskNode {
  readonly name: string;
  readonly goal: string;
  /** What it takes from before. */
  readonly needs: string;
  /** What it hands on. */
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

/** What led to what in a run, at three levels: subtasks, agents, steps. */
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

/** @internal All steps from which a path of edges leads to a step. */
export function predecessors(graph: CausalGraph, step: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [step];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const before of directPredecessors(graph, next)) {
      if (found.has(before)) continue;
      found.add(before);
      open.push(before);
    }
  }
  return found;
}

function directPredecessors(graph: CausalGraph, step: number): readonly number[] {
  const inSubtask = subtaskOf(graph, step);
  const nodes = graph.agents.filter(({ subtask }) => subtask === inSubtask);
  const own = nodes.find(({ steps }) => steps.includes(step))?.agent;
  const sources = graph.agentEdges.flatMap(({ subtask, from, to }) =>
    subtask === inSubtask && to === own ? from : [],
  );
  const byAgents = nodes.flatMap(({ agent, steps }) =>
    agent === own || sources.includes(agent) ? steps : [],
  );
  const byData = graph.stepEdges.flatMap(({ from, to }) => (to === step ? from : []));
  const bySubtasks = graph.subtaskEdges.flatMap(({ from, to }) => {
    const source = graph.subtasks[from];
    return to === inSubtask && source !== undefined ? range(source.start, source.end) : [];
  });
  const byLoops = graph.loops.flatMap((loop) =>
    roleInLoop(loop, step) === undefined ? [] : range(loop.start, step - 1),
  );
  return [...byAgents, ...byData, ...bySubtasks, ...byLoops].filter((before) => before < step);
}

/** @internal The integers from start to end, both in it. */
export function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index);
}
