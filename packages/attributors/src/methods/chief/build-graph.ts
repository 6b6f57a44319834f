import type { Redact } from "@langgraph-rollback/attribution";

import type { Evidence } from "../../asking/text/evidence.ts";
import type { Calls } from "../../finding/calls.ts";
import {
  decompositionQuestion,
  reflectionQuestion,
  subtasksOf,
  wholeRun,
  type Decomposition,
} from "./decomposition.ts";
import { agentEdges, edgesQuestion, hasLinks, subtaskEdges } from "./edges.ts";
import type { CausalGraph, SubtaskNode } from "./graph.ts";
import { loopGroups } from "./loops.ts";
import { oraclesQuestion, withOracles } from "./oracles.ts";
import { agentNodes, parseQuestion, stepEdges } from "./otar.ts";

/** @internal Settings for texts before a model reads them. */
export interface Shown {
  readonly longestText: number;
  /** Of names of agents; the rest of the evidence is redacted. */
  readonly redact: Redact | undefined;
}

/** @internal Builds the graph of a run with its oracles; whatever the model does not answer is left out of it. */
export async function buildGraph(
  evidence: Evidence,
  examples: readonly string[],
  calls: Calls,
  shown: Shown,
): Promise<CausalGraph> {
  const subtasks = await decompose(evidence, examples, calls);
  const [linked, stated] = await Promise.all([
    linkedGraph(evidence, subtasks, calls, shown),
    calls.ask(oraclesQuestion(evidence, subtasks, examples)),
  ]);
  return stated === undefined ? linked : { ...linked, subtasks: withOracles(subtasks, stated) };
}

async function decompose(
  evidence: Evidence,
  examples: readonly string[],
  calls: Calls,
): Promise<readonly SubtaskNode[]> {
  const { length } = evidence.trajectory.steps;
  const draft = await calls.ask(decompositionQuestion(evidence, examples));
  if (draft === undefined) return wholeRun(length);
  const { subtasks, mismatches } = subtasksOf(draft, length);
  if (mismatches.length === 0) return subtasks;
  const better = await reflect(evidence, examples, draft, mismatches, calls);
  const found = better ?? subtasks;
  return found.length === 0 ? wholeRun(length) : found;
}

/** @returns subtasks whose ranges fit the trace, mended by force if need be; `undefined` if there is no second answer */
async function reflect(
  evidence: Evidence,
  examples: readonly string[],
  draft: Decomposition,
  mismatches: readonly string[],
  calls: Calls,
): Promise<readonly SubtaskNode[] | undefined> {
  const again = await calls.ask(reflectionQuestion(evidence, examples, draft, mismatches));
  if (again === undefined) {
    calls.note(`chief: subtasks: ranges mended: ${mismatches.join("; ")}`);
    return undefined;
  }
  const second = subtasksOf(again, evidence.trajectory.steps.length);
  if (second.mismatches.length > 0) {
    calls.note(`chief: reflection: ranges mended: ${second.mismatches.join("; ")}`);
  }
  return second.subtasks.length === 0 ? undefined : second.subtasks;
}

async function linkedGraph(
  evidence: Evidence,
  subtasks: readonly SubtaskNode[],
  calls: Calls,
  { longestText, redact }: Shown,
): Promise<CausalGraph> {
  const { trajectory } = evidence;
  const parse = await calls.ask(parseQuestion(evidence, subtasks, longestText));
  const graph: CausalGraph = {
    subtasks,
    agents: agentNodes(trajectory, subtasks, parse, redact),
    subtaskEdges: subtaskEdges(subtasks.length),
    agentEdges: [],
    stepEdges: parse === undefined ? [] : stepEdges(parse, trajectory.steps.length),
    loops: loopGroups(trajectory.steps),
  };
  const stated = hasLinks(graph) ? await calls.ask(edgesQuestion(evidence, graph)) : undefined;
  if (stated === undefined) return graph;
  return {
    ...graph,
    subtaskEdges: subtaskEdges(subtasks.length, stated),
    agentEdges: agentEdges(trajectory, graph, stated, redact),
  };
}
