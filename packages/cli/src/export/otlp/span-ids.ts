import { createHash } from "node:crypto";
import type { ReadAttempt, ReadRun } from "../read-run.ts";

/** Address of a span. */
export interface SpanAddress {
  readonly traceId: string;
  readonly spanId: string;
}

/** The ids of a run's spans: those that telemetry stored, else made of the thread's own ids, so that they are the same each time. */
export interface RunIds {
  /** The call in which an attempt was decided. */
  readonly call: (attempt: number) => SpanAddress;
  readonly attempt: (attempt: number) => SpanAddress;
  readonly step: (attempt: number, index: number) => SpanAddress;
}

/** The ids of the spans of one run. It is one trace, unless live calls told of it in several. */
export function runIds({ run, spans, thread }: Pick<ReadRun, "run" | "spans" | "thread">): RunIds {
  const id = (length: number, ...parts: readonly (string | number)[]): string =>
    createHash("sha256")
      .update(JSON.stringify(["langgraph-rollback", thread, run, ...parts]))
      .digest("hex")
      .slice(0, length);
  const traceId = id(32, "trace");
  // An attempt that several calls worked on has its verdict in the last one.
  const stored = new Map(spans.map((each) => [each.attempt, each]));
  const attemptOf = (attempt: number): SpanAddress =>
    stored.get(attempt)?.span ?? { traceId, spanId: id(16, "attempt", attempt) };
  return {
    call: (attempt) => stored.get(attempt)?.call ?? { traceId, spanId: id(16, "call") },
    attempt: attemptOf,
    step: (attempt, index) => {
      const inside = attemptOf(attempt);
      const told = stored.get(attempt)?.steps.get(index);
      // The span of a step that ran in a call before lies in the trace of that call.
      return told?.traceId === inside.traceId
        ? told
        : { traceId: inside.traceId, spanId: id(16, "step", attempt, index) };
    },
  };
}

/** The attempt that ran a step itself: this one, or one that it kept the step from. */
export function whereRan(attempt: ReadAttempt, index: number): ReadAttempt | undefined {
  for (let at: ReadAttempt | undefined = attempt; at !== undefined; at = at.before)
    if (at.own.some((step) => step.index === index)) return at;
  return undefined;
}
