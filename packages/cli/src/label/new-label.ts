import type { Label } from "@langgraph-rollback/inspector";
import { LAST_RECOVERING_START, REPLAY } from "@langgraph-rollback/inspector/shared";
import type { ReplayLabel } from "langgraph-rollback/replay";
import type { RecordedAttempt } from "../replaying/recorded-runs.ts";

/** A label by replay, as the store of labels takes it. */
export function newLabel(
  { attempt, run, steps, thread }: RecordedAttempt,
  { range, reason, status }: ReplayLabel,
): Omit<Label, "id" | "at"> {
  return {
    thread,
    run,
    attempt,
    steps,
    verdict: verdictOf(status, range),
    labeller: REPLAY,
    convention: LAST_RECOVERING_START,
    reason,
  };
}

function verdictOf(status: ReplayLabel["status"], range: ReplayLabel["range"]): Label["verdict"] {
  if (status === "unrecovered") return { kind: "unrecovered" };
  if (status === "found" && range !== undefined) return { kind: "decisive", step: range.start };
  // Of one step that is left without an accepted replay, nobody knows whether it recovers the run.
  if (status === "open" && range !== undefined && range.start < range.end)
    return { kind: "between", first: range.start, last: range.end };
  return { kind: "inconclusive" };
}
