import type { SpanContext } from "@opentelemetry/api";

import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import { spanContextIn } from "./trace-context.ts";
import type { Trace } from "./trace-store.ts";

const ADDRESS = /^(?:([\da-f]{32})-)?([\da-f]{16})$/;

/** A step's span as it is stored: its id, with the trace where that is not the one of the attempt. */
export function storedAddress({ spanId, traceId }: SpanContext, attempt: SpanContext): string {
  return traceId === attempt.traceId ? spanId : `${traceId}-${spanId}`;
}

/**
 * The spans of an attempt's own steps as they are stored, once it is decided.
 *
 * @param steps  its whole trajectory
 * @param before its parts in earlier calls, oldest first
 * @param told   spans that this call has told, by the tasks' ids
 */
export function storedSteps(
  steps: readonly RecordedStep[],
  {
    attempt,
    before,
    first,
    told,
  }: {
    readonly attempt: SpanContext;
    readonly before: readonly Trace[];
    readonly first: number;
    readonly told: ReadonlyMap<string, SpanContext>;
  },
): NonNullable<Trace["steps"]> {
  const known = new Map([...before.flatMap(toldTasks), ...told]);
  const spans = steps.slice(first).map(({ origin }) => {
    const span = known.get(origin.taskId);
    return span === undefined ? "" : storedAddress(span, attempt);
  });
  return { first, spans };
}

/** The spans of the attempt's own steps by their indexes, as far as they are stored. */
export function toldSteps(trace: Trace): readonly (readonly [number, SpanContext])[] {
  const { first, spans } = trace.steps ?? { first: 0, spans: [] };
  return spans.flatMap((address, at) => {
    const span = spanAt(address, trace);
    return span === undefined ? [] : [[first + at, span] as const];
  });
}

function toldTasks(trace: Trace): readonly (readonly [string, SpanContext])[] {
  return (trace.told ?? []).flatMap(([task, address]) => {
    const span = spanAt(address, trace);
    return span === undefined ? [] : [[task, span] as const];
  });
}

function spanAt(address: string, trace: Trace): SpanContext | undefined {
  const attempt = spanContextIn(trace.span);
  const [, traceId = attempt?.traceId, spanId] = ADDRESS.exec(address) ?? [];
  if (attempt === undefined || traceId === undefined || spanId === undefined) return undefined;
  return { ...attempt, traceId, spanId };
}
