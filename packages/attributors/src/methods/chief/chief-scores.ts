import type { ChiefCandidates } from "./backtracking.ts";
import { predecessorsIn, type CausalGraph } from "./graph.ts";
import type { ChiefOrigin } from "./screening.ts";

/**
 * @internal Step scores by how far a step came under suspicion:
 *
 * | step                                           | score                |
 * | ---------------------------------------------- | -------------------- |
 * | origin that was not put right later            | 0.6 + 0.4 x rescue   |
 * | other candidate, or origin put right later     | 0.3 + 0.2 x gravity  |
 * | of a candidate agent in a candidate subtask    | 0.2                  |
 * | of a candidate subtask                         | 0.1                  |
 * | any other                                      | 0                    |
 *
 * In the last three rows 0.05 more if the graph leads from the step to the blamed one: it may have caused it.
 *
 * @returns shape [length], each in [0, 1]; none is higher than the blamed step's
 */
export function chiefScores(
  length: number,
  graph: CausalGraph,
  candidates: ChiefCandidates,
  origins: readonly ChiefOrigin[],
): readonly number[] {
  const blamed = origins[0]?.step;
  const leadsToBlamed = blamed === undefined ? new Set<number>() : predecessorsIn(graph)(blamed);
  return Array.from({ length }, (_, step) => {
    const origin = origins.find((item) => item.step === step);
    if (origin !== undefined && (!origin.reversible || step === blamed)) return 0.6 + 0.4 * origin.rescue;
    const candidate = candidates.steps.find((item) => item.step === step);
    if (origin !== undefined || candidate !== undefined) return 0.3 + 0.2 * (candidate?.gravity ?? 0);
    return scopeScore(step, graph, candidates) + (leadsToBlamed.has(step) ? 0.05 : 0);
  });
}

/** @internal Scores without a screening: candidates by their gravity alone. */
export function candidateScores(
  length: number,
  graph: CausalGraph,
  candidates: ChiefCandidates,
): readonly number[] {
  return Array.from({ length }, (_, step) => {
    const candidate = candidates.steps.find((item) => item.step === step);
    return candidate === undefined ? scopeScore(step, graph, candidates) : 0.3 + 0.2 * candidate.gravity;
  });
}

function scopeScore(step: number, graph: CausalGraph, { agents, subtasks }: ChiefCandidates): number {
  if (agents.some((node) => node.steps.includes(step))) return 0.2;
  const within = subtasks.some((index) => {
    const node = graph.subtasks[index];
    return node !== undefined && node.start <= step && step <= node.end;
  });
  return within ? 0.1 : 0;
}
