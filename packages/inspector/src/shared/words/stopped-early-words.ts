import type { AgentStats } from "langgraph-rollback/stats";

/** Number of failed runs that were stopped early, and by what, as a sentence; "" where none was. */
export function stoppedEarlyWords({
  stoppedEarly: { alarm, check },
}: Pick<AgentStats, "stoppedEarly">): string {
  const parts = [
    ...(alarm.count === 0 ? [] : [`${alarm.count} by an alarm`]),
    ...(check.count === 0 ? [] : [`${check.count} by a check`]),
  ];
  return parts.length === 0
    ? ""
    : `Of the ${alarm.of} failed runs, some were stopped before their end, with no verdict: ${parts.join(", ")}.`;
}
