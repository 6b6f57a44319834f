import type { RunHistory } from "langgraph-rollback";

import type { ThreadStatus } from "../shared/view/thread-summary.ts";

/** How a run stands, for people: one that was only observed did not give up. */
export function threadStatusOf({ attempts, status }: RunHistory): ThreadStatus {
  return status === "gave-up" && attempts.at(-1)?.stopped?.by === "observing" ? "observed" : status;
}

/** Whether a thread may wait for an answer. An agent without `withRollback`, and one that asks for its first time, is not judged yet. */
export function mayWait(status: ThreadStatus): boolean {
  return status === "interrupted" || status === "not-judged";
}
