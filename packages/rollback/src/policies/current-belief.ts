import { stepShares } from "@langgraph-rollback/attribution";

import { beliefAfter } from "./belief-after.ts";
import type { FailedTry, PolicyContext } from "./policy.ts";

/** @internal The data that a belief is made from. */
export type BeliefContext = Pick<PolicyContext, "tries" | "exponent" | "positions" | "rates">;

/**
 * @internal Belief about the first mistake of the last failed attempt: scores raised to the exponent, and what the attempts
 * before it told. Where scores say nothing, it is where labelled mistakes stood.
 *
 * @returns shape [l] of the last attempt, sum 1
 */
export function currentBelief({ tries, exponent, positions, rates }: BeliefContext): readonly number[] {
  let [belief, previous]: [readonly number[], FailedTry | undefined] = [[], undefined];
  for (const failed of tries) {
    const shares =
      exponent === 0 && positions !== undefined
        ? positions(failed.scores.length)
        : stepShares(failed.scores, exponent);
    const start = Math.min(failed.start, shares.length - 1);
    belief =
      previous === undefined
        ? shares
        : beliefAfter(belief, { shares, start, sameReason: sameReason(previous, failed) }, rates);
    previous = failed;
  }
  return belief;
}

/**
 * @internal Probability, as believed, that a start lies at or before the first mistake of the last failed attempt: `reach` in
 * the history of an agent.
 *
 * @param start in [0, l)
 * @returns in [0, 1]
 */
export function reachOf(context: BeliefContext, start: number): number {
  const within = currentBelief(context)
    .slice(start)
    .reduce((sum, share) => sum + share, 0);
  return Math.min(1, within);
}

function sameReason(before: FailedTry, failed: FailedTry): boolean | undefined {
  if (before.reason === undefined || failed.reason === undefined) return undefined;
  return before.reason === failed.reason;
}
