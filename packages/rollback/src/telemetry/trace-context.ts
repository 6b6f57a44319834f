import type { SpanContext } from "@opentelemetry/api";

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** The place of a span in its trace, as W3C's `traceparent` writes it. */
export const traceparentOf = ({ spanId, traceFlags, traceId }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

/** The place that a `traceparent` tells; `undefined` if it tells none. */
export function spanContextIn(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
