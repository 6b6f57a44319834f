import type { TaskRun } from "./run-task.ts";
import { type Share, shareOf } from "./share.ts";

/** Results of one arm on the failing runs. */
export interface ArmFigures {
  readonly recovered: Share;
  readonly rollbacks: number;
  readonly stepsRedone: {
    /** Steps executed after the first attempt, over all rollbacks of all runs. */
    readonly all: number;
    /** Steps executed in the second attempt alone, that is for the first rollback, of all runs. */
    readonly first: number;
  };
  /** Attempts whose attribution or rewind failed. */
  readonly problems: number;
}

/** @param failed runs whose first attempt failed */
export function armFigures(failed: readonly TaskRun[]): ArmFigures {
  const sum = (amount: (run: TaskRun) => number): number =>
    failed.reduce((total, run) => total + amount(run), 0);
  return {
    recovered: shareOf(failed.filter(({ status }) => status === "recovered").length, failed.length),
    rollbacks: sum(({ records }) => records.filter(({ decision }) => decision === "roll-back").length),
    stepsRedone: {
      all: sum(({ steps }) => steps.slice(1).reduce((total, count) => total + count, 0)),
      first: sum(({ steps }) => steps[1] ?? 0),
    },
    problems: sum(({ records }) => records.filter(({ problem }) => problem !== undefined).length),
  };
}
