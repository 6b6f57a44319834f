import type { RunnableConfig } from "@langchain/core/runnables";

import { threadIdOf } from "../langgraph/thread.ts";
import { openCheckpointer, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { spanContextIn } from "./trace-context.ts";
import { readTraces } from "./trace-store.ts";

/** Address of a span in the backend that was told of it. */
interface SpanAddress {
  readonly traceId: string;
  readonly spanId: string;
}

/** A call's part of an attempt, by the spans that told of it while it ran. */
export interface StoredSpans {
  /** 1-based. */
  readonly attempt: number;
  readonly call: SpanAddress;
  readonly span: SpanAddress;
  /** The step that the attempt's rollback goes back to, where a later call carried that out. */
  readonly rewoundTo?: SpanAddress;
}

/**
 * Reads where telemetry told of a run. An attempt has a part in each call that worked on it.
 *
 * @param config names the thread
 * @returns oldest first; none of a run that was not told of
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readStoredSpans(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
  run: string,
): Promise<readonly StoredSpans[]> {
  const { saver } = openCheckpointer(source);
  const traces = await readTraces(saver, threadIdOf(config), run);
  return traces.flatMap(({ attempt, ...trace }) => {
    const [call, span, rewoundTo] = [trace.call, trace.span, trace.rewoundTo].map(addressIn);
    if (call === undefined || span === undefined) return [];
    return [{ attempt, call, span, ...(rewoundTo === undefined ? {} : { rewoundTo }) }];
  });
}

function addressIn(traceparent: string | undefined): SpanAddress | undefined {
  const found = spanContextIn(traceparent);
  return found && { traceId: found.traceId, spanId: found.spanId };
}
