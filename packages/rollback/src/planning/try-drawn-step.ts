import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import type { Learnt } from "../setup/learning.ts";
import type { CheckedDecision } from "./ask-policy.ts";
import type { Failure } from "./failure.ts";

/**
 * @internal A drawn step in place of a restart, for a share of runs whose first attempt failed: only outcomes of later starts teach where mistakes lie. Nothing is drawn where a start is
 * promised, where the scorer is the user's, or where the policy knows a better step. The draw depends on the run's id alone.
 */
export function triedInstead(
  { own }: Pick<Learnt, "own">,
  { number, outcome, recovery, trajectory }: Failure,
  decided: CheckedDecision,
): CheckedDecision {
  const last = trajectory.steps.length - 1;
  if (own?.isUsed !== true || outcome.asked !== undefined || number !== 1 || last < 1) return decided;
  if (decided.kind === "give-up" || decided.start > 0 || decided.problem !== undefined) return decided;
  const { policy, promise } = decided.decision;
  if (promise !== undefined) return decided;
  const random = seededRandom(recovery.seed);
  if (random() >= own.state.version.explore) return decided;
  // A start in the first half tells as much as one in the second, and recovers more runs.
  const start = 1 + Math.floor(random() * Math.ceil(last / 2));
  const reason = `Step ${start + 1} was drawn, in place of a restart: whether it recovers the run tells where this agent's mistakes lie. No level is promised.`;
  return { kind: "roll-back", start, decision: { policy, reason, drawn: true } };
}
