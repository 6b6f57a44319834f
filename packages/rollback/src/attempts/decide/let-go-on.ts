import { StopRefusedError } from "../../errors/stop-refused-error.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import { problemOf } from "../../history/left-alone.ts";
import { whyRefused } from "../../planning/why-refused.ts";
import type { EndedAttempt, FinalEnd } from "../attempt/attempt.ts";
import { continuedAt, type RefusedRequest } from "./refused-request.ts";

/** @internal An attempt that was to be stopped early, and goes on. */
export interface LetGoOn extends RefusedRequest {
  readonly end?: FinalEnd;
}

/** @internal Whether an attempt that was stopped early is not rolled back, so that it goes on: it may still be right. A thread that another run has moved is not gone on with. */
export const isToGoOn = ({ decision, outcome, problem }: AttemptRecord): boolean =>
  outcome?.early !== undefined && decision === "give-up" && problem?.code !== "THREAD_MOVED";

/** @internal The attempt from where it was stopped; of one that had come to its end, that end, for its verifier. Nothing stops it again: once the problem is in the history, each process that resumes it reads that there. */
export function letGoOn(
  { attempt, end }: EndedAttempt,
  { outcome, problem, stopped, watch = {} }: AttemptRecord,
): LetGoOn {
  const why = problem?.message ?? whyRefused(stopped);
  const refused = problemOf(new StopRefusedError(attempt.number, outcome?.reason ?? "", why));
  if (end.kind === "returned") {
    const { early: _, ...own } = end;
    return { attempt, end: own, problem: refused };
  }
  return { attempt: { ...continuedAt(attempt, end.head), letGoOn: watch }, problem: refused };
}
