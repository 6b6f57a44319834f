import type { AttemptRecord, RollbackProblem } from "./attempt-record.ts";
import { describeError } from "./judge.ts";

/** @internal The decision when the machinery itself failed. */
export function giveUpOver(error: unknown): Pick<AttemptRecord, "decision" | "reason" | "problem"> {
  const problem = problemOf(error);
  return {
    decision: "give-up",
    reason: `The run's result was left as it is, because the rollback itself failed (${problem.code}).`,
    problem,
  };
}

/** @internal A failure of the machinery as data. */
export function problemOf(error: unknown): RollbackProblem {
  const known: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return { code: typeof known === "string" ? known : "UNEXPECTED", ...describeError(error) };
}
