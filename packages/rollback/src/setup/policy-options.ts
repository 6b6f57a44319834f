import type { AgentHistory } from "@langgraph-rollback/attribution";

import { leastCost } from "../policies/least-cost.ts";
import type { Policy } from "../policies/policy.ts";
import { checkBudget, type Budget } from "./budget.ts";
import { resolveRecovery, type RecoveryOptions, type ResolvedRecovery } from "./recovery-options.ts";

/** Options for the place to rewind a failed run to, and for giving it up. */
export interface PolicyOptions {
  /**
   * Decides where to rewind to. How often is not its business, but it may give up earlier. Default `leastCost()`: where the run is expected to
   * cost least in the end, first at or before the set; without a calibration, at the start.
   */
  readonly policy?: Policy;
  /**
   * Facts from earlier runs of this agent on how often it errs, as `readAgentHistory` gives them: `leastCost` plans by them. What the calibration
   * tells is added. Default: none.
   */
  readonly history?: AgentHistory;
  /** Limits on a run's spending, all its attempts together. Default: no limit. */
  readonly budget?: Budget;
  /**
   * Gives a run up that fails at the same step (index and agent) with the same words as an attempt before: the verifier's reason, or the
   * exception's name and message. Its step is the one that threw, or its last one where the verifier refused the result. Default false.
   */
  readonly stopOnSameFailure?: boolean;
  /** Promises about the recovery of failed runs, from verdicts alone. Default: runs are counted, and nothing is promised. */
  readonly recovery?: RecoveryOptions;
}

const NO_HISTORY: AgentHistory = { firstAttempts: [], redos: [] };

/** @internal The same with every default filled in. */
export interface ResolvedPolicy extends Required<Omit<PolicyOptions, "recovery">> {
  readonly recovery: ResolvedRecovery;
}

/**
 * @internal
 * @param isLearning whether promises about recovery come from the agent's own runs
 * @throws {RangeError} if an amount of the budget, or of `recovery`, is out of range
 * @throws {CalibrationFormatError | InvalidOptionError} if the recovery calibration contradicts itself, or is missing where runs are to be cut short
 */
export function resolvePolicy(options: PolicyOptions, isLearning = false): ResolvedPolicy {
  const { policy = leastCost(), budget = {}, stopOnSameFailure = false, history = NO_HISTORY } = options;
  checkBudget(budget);
  return {
    policy,
    budget,
    stopOnSameFailure,
    history,
    recovery: resolveRecovery(options.recovery ?? {}, isLearning),
  };
}
