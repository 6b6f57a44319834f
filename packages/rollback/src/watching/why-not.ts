import type { RollbackMode } from "../setup/rollback-mode.ts";
import type { ResolvedWatch } from "../setup/watch-options.ts";
import type { WatchPlan } from "./prefix-watch.ts";
import { isAuditedRun } from "./watched-alarm.ts";

/** @internal Whether an attempt may be stopped early, and why its alarm may not. A run that the coin picks is counted, whatever a check does to it. */
export function mayBeStopped({
  attempt,
  isLetGo,
  maxRollbacks,
  mode,
  run,
  watch,
}: {
  readonly run: string;
  readonly attempt: number;
  readonly mode: RollbackMode;
  readonly maxRollbacks: number;
  readonly watch: ResolvedWatch | undefined;
  /** Whether it was to be stopped before. */
  readonly isLetGo: boolean;
}): Pick<WatchPlan, "checksStop" | "whyNot"> {
  const isObserved = mode === "observe";
  const isLast = attempt > maxRollbacks;
  const reasons = [
    isObserved && "observed",
    watch !== undefined && isAuditedRun(watch, run) && "audited",
    isLast && "no-rollback",
    isLetGo && "refused",
  ] as const;
  return {
    whyNot: reasons.find((reason) => reason !== false),
    checksStop: !isObserved && !isLast && !isLetGo,
  };
}
