import type { Policy, PolicyDecision } from "./policy.ts";

/**
 * Starts every run again from its first step, as often as rollbacks are left. It reads no scores and promises nothing: a
 * restart keeps no step, hence no mistake. Meant for comparison.
 */
export function restart(): Policy {
  return { name: "restart", decide: () => restartBecause("This policy always restarts.") };
}

/** @internal A restart, with the sentence that says why. */
export function restartBecause(why: string): PolicyDecision {
  return { kind: "roll-back", start: 0, reason: `${why} A restart keeps no step.` };
}
