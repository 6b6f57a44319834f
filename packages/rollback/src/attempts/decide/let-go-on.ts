import { StopRefusedError } from "../../errors/stop-refused-error.ts";
import type { AttemptRecord, RollbackProblem } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import { whyRefused } from "../../planning/why-refused.ts";
import type { Attempt, EndedAttempt, FinalEnd } from "../attempt/attempt.ts";
import { continuedAt } from "./refused-request.ts";

/** @internal Whether an attempt that was stopped early is not rolled back, so that it goes on: it may still be right. A thread that another run has moved is not gone on with. */
export const isToGoOn = ({ decision, outcome, problem }: AttemptRecord): boolean =>
  outcome?.early !== undefined && decision === "give-up" && problem?.code !== "THREAD_MOVED";

/** @internal Says why nothing is rewound. Once it is in the history, nothing stops the attempt again: each process that resumes it reads that there. */
export function stopRefused({ attempt }: EndedAttempt, record: AttemptRecord): RollbackProblem {
  const { outcome, problem, stopped } = record;
  const why = problem?.message ?? whyRefused(stopped);
  return problemOf(new StopRefusedError(attempt.number, outcome?.reason ?? "", why));
}

/**
 * @internal The attempt from where it was stopped; of one that had come to its end, that end, for its verifier.
 *
 * @param head where the thread stands
 */
export function letGoOn(
  { attempt, end }: EndedAttempt,
  { watch = {} }: AttemptRecord,
  head: string,
): { readonly attempt: Attempt; readonly end?: FinalEnd } {
  if (end.kind !== "returned") return { attempt: { ...continuedAt(attempt, head), letGoOn: watch } };
  const { early: _, ...own } = end;
  return { attempt, end: { ...own, head } };
}
