import type { AgentHistory } from "@langgraph-rollback/attribution";

import { leastCost } from "../policies/least-cost.ts";
import type { Policy } from "../policies/policy.ts";
import { checkBudget, type Budget } from "./budget.ts";

/** Where to rewind a failed run to, and when to give it up. */
export interface PolicyOptions {
  /** Decides where to rewind to. How often is not its business, but it may give up earlier. Default: `leastCost()`. */
  readonly policy?: Policy;
  /**
   * What earlier runs of this agent tell of how often it errs, as `readAgentHistory` gives it: `leastCost` plans by it. What the calibration
   * tells is added. Default: none.
   */
  readonly history?: AgentHistory;
  /** What a run may spend, all its attempts together. Default: no limit. */
  readonly budget?: Budget;
  /**
   * Gives a run up that fails at the same step (index and agent) with the same words as an attempt before: the verifier's reason, or the
   * exception's name and message. Its step is the one that threw, or its last one where the verifier refused the result. Default false.
   */
  readonly stopOnSameFailure?: boolean;
}

const NO_HISTORY: AgentHistory = { firstAttempts: [], redos: [] };

/** @internal The same with every default filled in. */
export type ResolvedPolicy = Required<PolicyOptions>;

/**
 * @internal
 * @throws {RangeError} if an amount of the budget is out of range
 */
export function resolvePolicy(options: PolicyOptions): ResolvedPolicy {
  const { policy = leastCost(), budget = {}, stopOnSameFailure = false, history = NO_HISTORY } = options;
  checkBudget(budget);
  return { policy, budget, stopOnSameFailure, history };
}
