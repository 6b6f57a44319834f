import { describeError, textIn } from "../errors/describe-error.ts";
import type { RollbackProblem } from "./attempt-record.ts";

/** @internal Why a run's own result is left alone: the machinery itself failed. */
export function leftAlone(problem: RollbackProblem): {
  readonly reason: string;
  readonly problem: RollbackProblem;
} {
  return {
    reason: `The run's result was left as it is, because the rollback itself failed (${problem.code}).`,
    problem,
  };
}

/** @internal A failure of the machinery as data. */
export function problemOf(error: unknown): RollbackProblem {
  return { code: textIn(error, "code") ?? "UNEXPECTED", ...describeError(error) };
}
