import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { Consensus } from "./consensus.ts";

/** How much of a score below one half comes from the step itself; the rest comes from its agent. */
const OWN_SHARE = 0.75;

/** @internal Data that scores are made from. */
export interface ScoreGround {
  /** Steps that the deciding votes name. */
  readonly steps: Consensus["steps"];
  /** Analysts that answered, at least 1. */
  readonly answered: number;
  /** See `stepBeliefs`, shape [l]. */
  readonly beliefs: readonly number[];
  /** See `agentBeliefs`. */
  readonly agents: ReadonlyMap<string, number>;
}

/**
 * @internal Scores from votes. A step with deciding votes gets 1/2 + w/2, w its votes' confidences over the number of
 * analysts; so the step that won has the highest score of all. Any other step gets half of 3/4 b + 1/4 a, in which b is
 * how strongly the analysts suspect the step, a how strongly its agent.
 *
 * @returns shape [l]: above 1/2 where voted for, else in [0, 1/2]
 */
export function stepScores(
  { steps }: Pick<Trajectory, "steps">,
  { steps: voted, answered, beliefs, agents }: ScoreGround,
): readonly number[] {
  const weights = new Map(voted.map(({ candidate, weight }) => [candidate, weight]));
  return steps.map(({ agent }, index) => {
    const weight = weights.get(index);
    if (weight !== undefined) return (1 + Math.min(1, weight / answered)) / 2;
    return (OWN_SHARE * (beliefs[index] ?? 0) + (1 - OWN_SHARE) * (agents.get(agent) ?? 0)) / 2;
  });
}
