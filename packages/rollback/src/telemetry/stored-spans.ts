import type { RunnableConfig } from "@langchain/core/runnables";

import { threadIdOf } from "../langgraph/thread.ts";
import { openCheckpointer, type GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import { toldSteps } from "./stored-steps.ts";
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
  /** The steps that the attempt ran itself, by their indexes. Those alone that were told, and none before the attempt was decided. */
  readonly steps: ReadonlyMap<number, SpanAddress>;
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
  return traces.flatMap((trace) => {
    const [call, span] = [trace.call, trace.span].map(spanContextIn);
    if (call === undefined || span === undefined) return [];
    const steps = new Map(toldSteps(trace).map(([index, step]) => [index, addressOf(step)]));
    return [{ attempt: trace.attempt, call: addressOf(call), span: addressOf(span), steps }];
  });
}

function addressOf({ spanId, traceId }: SpanAddress): SpanAddress {
  return { traceId, spanId };
}
