import type { Policy } from "../policies/policy.ts";
import { checkBudget, type Budget } from "./budget.ts";
import { DEFAULT_POLICY } from "./default-policy.ts";

/** Where to rewind a failed run to, and when to give it up. */
export interface PolicyOptions {
  /** Decides where to rewind to. How often is not its business, but it may give up earlier. Default: to the set. */
  readonly policy?: Policy;
  /** What a run may spend, all its attempts together. Default: no limit. */
  readonly budget?: Budget;
  /**
   * Gives a run up that fails at the same step (index and agent) with the same words as an attempt before: the verifier's reason, or the
   * exception's name and message. Its step is the one that threw, or its last one where the verifier refused the result. Default false.
   */
  readonly stopOnSameFailure?: boolean;
}

/** @internal The same with every default filled in. */
export type ResolvedPolicy = Required<PolicyOptions>;

/**
 * @internal
 * @throws {RangeError} if an amount of the budget is out of range
 */
export function resolvePolicy(options: PolicyOptions): ResolvedPolicy {
  const { policy = DEFAULT_POLICY, budget = {}, stopOnSameFailure = false } = options;
  checkBudget(budget);
  return { policy, budget, stopOnSameFailure };
}
