import type { Attribution } from "@langgraph-rollback/attribution";

/** @internal How often a run may be rolled back, and how often it was. */
export interface RollbackBudget {
  readonly used: number;
  readonly max: number;
}

/**
 * @internal The tolerated miss rate of an attempt's set. A calibration holds for first attempts. A later attempt failed because a set missed, or
 * because a new mistake was made. Nothing is promised about it: its rate is 0, and every step is in its set. Its scores are stored for the policy.
 */
export function alphaOf<Alpha extends number | undefined>({ used }: RollbackBudget, alpha: Alpha): Alpha | 0 {
  return used === 0 ? alpha : 0;
}

/** @internal The attribution with the right reason for its set. A retry's set has all steps because nothing is promised, not because alpha is 0. */
export function saidOf({ used }: RollbackBudget, attribution: Attribution): Attribution {
  const { n, alpha, status } = attribution;
  if (status === "bounded" || used === 0 || n === 0 || alpha > 0) return attribution;
  return { ...attribution, reason: RETRY, set: { ...attribution.set, reason: RETRY } };
}

const RETRY =
  "A calibration speaks of first attempts. Nothing is promised of an attempt that follows a failed one, so any step may be the decisive one.";
