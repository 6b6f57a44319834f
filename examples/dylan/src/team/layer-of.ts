import type { BaseMessage } from "@langchain/core/messages";

/** Id of the solution that an agent gives in a round, counted from 1. */
export const solutionId = (agent: string, round: number): string => `${agent}-round-${round}`;

/** The solutions of a round, in the order of its agents; none for round 0. */
export function layerOf(solutions: readonly BaseMessage[], round: number): readonly BaseMessage[] {
  return solutions.filter(({ id, name = "" }) => id === solutionId(name, round));
}
