import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { ChiefCandidates } from "./backtracking.ts";
import { subtaskEdges } from "./edges.ts";
import { range, subtaskOf, type CausalGraph, type SubtaskNode } from "./graph.ts";
import { loopGroups } from "./loops.ts";
import { agentNodes } from "./otar.ts";

const STEPS_IN_A_SUBTASK = 6;
const MOST_SUBTASKS = 8;
const MOST_DATA = 12;
const CANDIDATES = 3;
/** A typical short sentence of models, some 14 tokens. */
const SENTENCE = "It says in one short sentence what happened here and what came of it.";
const PATTERN = { scope: "local", bias: SENTENCE, anomaly: SENTENCE } as const;

/** @internal A graph as large as the usual one of a run like this, for counting what reading it would cost. */
export function supposedGraph(trajectory: Trajectory): CausalGraph {
  const subtasks = supposedSubtasks(trajectory.steps.length);
  const agents = agentNodes(trajectory, subtasks).map((node) => ({
    ...node,
    otar: { observation: SENTENCE, thought: SENTENCE, action: SENTENCE, result: SENTENCE },
  }));
  return {
    subtasks,
    agents,
    subtaskEdges: subtaskEdges(subtasks.length).map((edge) => ({ ...edge, patterns: [PATTERN] })),
    agentEdges: agents.flatMap(({ subtask, agent }, index) => {
      const next = agents[index + 1];
      if (next?.subtask !== subtask) return [];
      return [{ subtask, from: agent, to: next.agent, type: "decision" as const, patterns: [PATTERN] }];
    }),
    stepEdges: range(0, Math.min(trajectory.steps.length - 2, MOST_DATA - 1)).map((from) => ({
      from,
      to: from + 1,
      output: "a short quotation",
      input: "a short quotation",
    })),
    loops: loopGroups(trajectory.steps),
  };
}

/** @internal A few candidate steps, spread over the run. */
export function supposedCandidates(graph: CausalGraph, length: number): ChiefCandidates {
  const count = Math.min(CANDIDATES, length);
  const spread = range(1, count).map((part) => Math.floor((part * length) / (count + 1)));
  const steps = [...new Set(spread)];
  return {
    subtasks: [...new Set(steps.map((step) => subtaskOf(graph, step)))],
    agents: graph.agents.filter((node) => steps.some((step) => node.steps.includes(step))),
    steps: steps.map((step) => ({ step, gravity: 0.5, why: SENTENCE })),
  };
}

function supposedSubtasks(length: number): readonly SubtaskNode[] {
  const count = Math.min(MOST_SUBTASKS, Math.ceil(length / STEPS_IN_A_SUBTASK));
  return range(0, count - 1).map((index) => ({
    name: "What it is about",
    goal: SENTENCE,
    needs: SENTENCE,
    yields: SENTENCE,
    start: Math.floor((index * length) / count),
    end: Math.floor(((index + 1) * length) / count) - 1,
    oracle: {
      goal: SENTENCE,
      preconditions: [SENTENCE],
      evidence: [SENTENCE, SENTENCE],
      acceptance: [SENTENCE, SENTENCE],
    },
  }));
}
