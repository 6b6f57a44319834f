import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

import { appendValue } from "../history/append-value.ts";
import { readValues } from "../history/read-values.ts";
import { checkpointConfig } from "../langgraph/thread.ts";

/** The checkpoint namespace that keeps where a thread's runs are told of. It is gone with the thread. */
const TRACES_NAMESPACE = "langgraph-rollback-traces";

/** A call's part of an attempt, and where it is told of: a process that is killed exports no open span. */
export interface Trace {
  readonly version: 1;
  readonly run: string;
  readonly attempt: number;
  /** When the call began to run the attempt, ISO 8601, UTC. */
  readonly at: string;
  /** `traceparent` of the span of the call. */
  readonly call: string;
  /** The same of the attempt's span in that call. */
  readonly span: string;
  /** Ids of the tasks whose steps were told, each with the step's span, where the call ended before the attempt did. A call whose process died has none. */
  readonly told?: readonly (readonly [task: string, span: string])[];
  /** The steps that the attempt ran itself, once it is decided. */
  readonly steps?: {
    /** Index of the first of them. */
    readonly first: number;
    /** Their spans in the order of their indexes; an empty text where no span is known. */
    readonly spans: readonly string[];
  };
}

const traceSchema: z.ZodType<Trace> = z.object({
  version: z.literal(1),
  run: z.string(),
  attempt: z.number().int(),
  at: z.string(),
  call: z.string(),
  span: z.string(),
  told: z.array(z.tuple([z.string(), z.string()])).exactOptional(),
  steps: z.object({ first: z.number().int(), spans: z.array(z.string()) }).exactOptional(),
});

/** Stores where a call tells of an attempt, after what is stored already. */
export const appendTrace = (saver: BaseCheckpointSaver, threadId: string, trace: Trace): Promise<void> =>
  appendValue(saver, checkpointConfig(threadId), {
    namespace: TRACES_NAMESPACE,
    channel: "trace",
    value: trace,
    at: trace.at,
  });

/** The parts of a run's attempts in the calls before, oldest first. What cannot be read is left out. */
export async function readTraces(
  saver: BaseCheckpointSaver,
  threadId: string,
  run: string,
): Promise<readonly Trace[]> {
  const bySpan = new Map<string, Trace>();
  for (const { value } of await readValues(saver, TRACES_NAMESPACE, threadId)) {
    const read = traceSchema.safeParse(value);
    // The later one knows more.
    if (read.success && read.data.run === run) bySpan.set(read.data.span, read.data);
  }
  return [...bySpan.values()];
}
