import { createHash } from "node:crypto";

/** Address of a span. */
export interface SpanAddress {
  readonly traceId: string;
  readonly spanId: string;
}

/** The ids of a run's spans: made of the thread's own ids, so that they are the same each time. */
export interface RunIds {
  readonly call: SpanAddress;
  readonly attempt: (attempt: number) => SpanAddress;
  readonly step: (attempt: number, index: number) => SpanAddress;
}

/** The ids of the spans of one run, which is one trace. */
export function runIds(thread: string, run: string): RunIds {
  const id = (length: number, ...parts: readonly (string | number)[]): string =>
    createHash("sha256")
      .update(JSON.stringify(["langgraph-rollback", thread, run, ...parts]))
      .digest("hex")
      .slice(0, length);
  const traceId = id(32, "trace");
  const address = (...parts: readonly (string | number)[]): SpanAddress => ({
    traceId,
    spanId: id(16, ...parts),
  });
  return {
    call: address("call"),
    attempt: (attempt) => address("attempt", attempt),
    step: (attempt, index) => address("step", attempt, index),
  };
}
