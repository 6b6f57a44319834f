import type { AttemptRecord, RollbackProblem } from "./attempt-record.ts";
import { describeError, textIn } from "../errors/describe-error.ts";

/** @internal The decision when the machinery itself failed. */
export function giveUpOver(error: unknown): Pick<AttemptRecord, "decision" | "reason"> & {
  readonly problem: RollbackProblem;
} {
  return leftAlone(problemOf(error));
}

/** @internal The same, over a problem that is known already. */
export function leftAlone(problem: RollbackProblem): ReturnType<typeof giveUpOver> {
  return {
    decision: "give-up",
    reason: `The run's result was left as it is, because the rollback itself failed (${problem.code}).`,
    problem,
  };
}

/** @internal A failure of the machinery as data. */
export function problemOf(error: unknown): RollbackProblem {
  return { code: textIn(error, "code") ?? "UNEXPECTED", ...describeError(error) };
}
