import type { RunHistory } from "langgraph-rollback";

import type { ThreadStatus } from "../shared/view/thread-summary.ts";

/** How a run stands, for people: one that was only observed did not give up. */
export function threadStatusOf({ attempts, status }: RunHistory): ThreadStatus {
  return status === "gave-up" && attempts.at(-1)?.stopped?.by === "observing" ? "observed" : status;
}
