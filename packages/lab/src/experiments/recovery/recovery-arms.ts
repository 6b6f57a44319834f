import { escalate, leastCost, type Policy, restart, toSet } from "langgraph-rollback/policies";

import { cutAfter } from "../../arms/cut-after.ts";
import { ROLLBACKS } from "../../arms/rollback-arms.ts";

/** m, rollbacks that each run is allowed. */
export const MAX_ROLLBACKS = ROLLBACKS;
/** Miss rate of the sets that policies plan with. The promise about recovery has alphas of its own. */
export const SETS_ALPHA = 0.2;
/** Rollbacks after which runs are cut, or of which the policy is told. */
export const CUTS = [1, 2] as const;

/** A way to roll failed runs back. */
export interface RecoveryArm {
  readonly name: string;
  readonly policy: Policy;
  readonly maxRollbacks: number;
}

/** The default policy, which plans by the rollbacks that are left. */
export const LEAST_COST = "least cost";

/** Policies of which each has a pool of K. */
export const POLICIES: readonly RecoveryArm[] = [
  { name: LEAST_COST, policy: leastCost(), maxRollbacks: MAX_ROLLBACKS },
  { name: "to the set", policy: toSet(), maxRollbacks: MAX_ROLLBACKS },
  {
    name: "escalate",
    policy: escalate({ alphas: [2 * SETS_ALPHA, SETS_ALPHA, SETS_ALPHA / 2] }),
    maxRollbacks: MAX_ROLLBACKS,
  },
  { name: "restart", policy: restart(), maxRollbacks: MAX_ROLLBACKS },
];

export const toldOf = (lambda: number): string => `told ${lambda}`;
export const cutAt = (lambda: number): string => `cut at ${lambda}`;

/** Runs of the default policy that end after lambda rollbacks: it is told so, or it plans for m and is cut. */
export const SHORTER: readonly RecoveryArm[] = CUTS.flatMap((lambda) => [
  { name: toldOf(lambda), policy: leastCost(), maxRollbacks: lambda },
  { name: cutAt(lambda), policy: cutAfter(lambda, leastCost()), maxRollbacks: MAX_ROLLBACKS },
]);
