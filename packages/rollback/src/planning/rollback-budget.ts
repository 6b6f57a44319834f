import type { Attribution } from "@langgraph-rollback/attribution";

/** @internal How often a run may be rolled back, and how often it was. */
export interface RollbackBudget {
  readonly used: number;
  readonly max: number;
}

/**
 * @internal The tolerated miss rate of an attempt's set. A calibration speaks of fresh failures: attempts that follow a failed one are
 * those that a set missed, or that failed anew. No level holds of them, for which 0 stands: every step is in their set. Their
 * scores are kept for the policy.
 */
export function alphaOf<Alpha extends number | undefined>({ used }: RollbackBudget, alpha: Alpha): Alpha | 0 {
  return used === 0 ? alpha : 0;
}

/** @internal What is said of an attempt's set. Without this, a retry's would be said to have been asked for. */
export function saidOf({ used }: RollbackBudget, attribution: Attribution): Attribution {
  const { n, alpha, status } = attribution;
  if (status === "bounded" || used === 0 || n === 0 || alpha > 0) return attribution;
  return { ...attribution, reason: RETRY, set: { ...attribution.set, reason: RETRY } };
}

const RETRY =
  "A calibration speaks of runs that have failed once. No level holds of an attempt that follows a failed one, so any step may be the decisive one.";
