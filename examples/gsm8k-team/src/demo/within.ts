import type { TaskRun } from "./run-task.ts";

/** Whether a run was right after at most so many rollbacks, and how many steps it executed after its first attempt by then. */
export interface RunWithin {
  readonly recovered: boolean;
  readonly steps: number;
}

/**
 * Result that a run would have had with fewer rollbacks. Only of policies whose starts do not depend on how many are left: a
 * restart, or first to the set and then to the start.
 */
export function within(run: TaskRun, rollbacks: number): RunWithin {
  const { records, status, steps } = run;
  const redone = steps.slice(1, rollbacks + 1);
  return {
    recovered: status === "recovered" && records.length <= rollbacks + 1,
    steps: redone.reduce((sum, count) => sum + count, 0),
  };
}
