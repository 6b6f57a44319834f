import type { Clock } from "../../langgraph/clock.ts";
import type { CompiledGraph } from "../../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { shapedChunk, streamModesOf } from "../../streams/chunk-shape.ts";
import { outputIn, type EndedAttempt } from "../attempt/attempt.ts";

type Chunk = readonly [mode: string, payload: unknown];

/**
 * @internal Streams how a thread stands that was written to outside of LangGraph's own stream: the attempt's output and the thread's newest checkpoint, in
 * the modes in which LangGraph shows them. Its server knows a thread's status by these chunks alone.
 *
 * @param more further chunks, each with its mode
 */
export async function* tellState(
  { graph, options }: RollbackContext,
  { attempt: { config, threadId }, end }: Pick<EndedAttempt, "attempt" | "end">,
  more: readonly Chunk[] = [],
): AsyncGenerator<unknown, void> {
  const modes = streamModesOf(graph, config);
  // LangGraph shows no question beside a value that is not an object: an entrypoint that waits has no value.
  const output = outputIn(end);
  const isObject = more.length === 0 || typeof output === "object";
  const chunks: readonly Chunk[] = [
    ...(output === undefined && end.kind !== "returned"
      ? []
      : [["values", isObject ? output : null] as const]),
    ...(await checkpointChunks(graph, threadId, options.clock)),
    ...more,
  ];
  for (const [mode, payload] of chunks) {
    if (!modes.includes(mode)) continue;
    config.chunkLog?.give();
    yield shapedChunk(config, [], mode, payload);
  }
}

/** A thread's newest checkpoint, as it is streamed; nothing where it cannot be read: the output is streamed all the same. */
async function checkpointChunks(
  graph: CompiledGraph,
  threadId: string,
  clock: Clock,
): Promise<readonly Chunk[]> {
  try {
    const { values, next, tasks, metadata, config } = await graph.getState(checkpointConfig(threadId));
    const checkpoint = { config, values, next, tasks, metadata, parentConfig: undefined };
    const timestamp = new Date(clock()).toISOString();
    const debug = { step: metadata?.["step"], type: "checkpoint", timestamp, payload: checkpoint };
    return [
      ["checkpoints", checkpoint],
      ["debug", debug],
    ];
  } catch {
    return [];
  }
}
