import type { RollbackProblem } from "../../history/attempt-record.ts";
import type { OpenQuestion } from "../decide/ask-human.ts";
import type { Attempt, AttemptEnd } from "../attempt/attempt.ts";

/** @internal Start of a call: the attempt to execute, and its end if it has one already. */
export interface OpenedAttempt {
  readonly attempt: Attempt;
  readonly end?: AttemptEnd;
  /** A question about it that waits for its answer: it has ended, and is not run again. */
  readonly question?: OpenQuestion;
  /** Why nobody can say where the thread's run stands. */
  readonly problem?: RollbackProblem;
}

/** @internal An attempt that has ended or pauses. */
export type ExecutedAttempt = Required<Pick<OpenedAttempt, "attempt" | "end">>;
