import type { Policy, PolicyContext, PolicyDecision } from "./policy.ts";
import { restartBecause } from "./restart.ts";

/**
 * First to the most suspicious step, then a restart for each further attempt. It needs no calibration and promises
 * nothing. Meant for comparison.
 */
export function topOne(): Policy {
  return { name: "top-one", decide };
}

function decide({ tries }: PolicyContext): PolicyDecision {
  const [first] = tries;
  if (first === undefined || tries.length > 1) {
    return restartBecause("The start at the most suspicious step has failed, too.");
  }
  const start = first.scores.indexOf(first.scores.reduce((most, score) => Math.max(most, score), 0));
  return {
    kind: "roll-back",
    start: Math.max(0, start),
    reason: `Step ${Math.max(0, start) + 1} is the most suspicious one. No level is promised.`,
  };
}
