import type { ChunkLog } from "./chunk-log.ts";
import { shapedChunk } from "./chunk-shape.ts";
import type { CompiledGraph, RunConfig } from "./compiled-graph.ts";

/** @internal What was heard of a run beside the chunks that its call asked for. */
export interface HeardRun {
  /** The outermost graph's latest values, as `invoke` gives them; absent until there are some. */
  latest?: { readonly values: unknown };
}

/**
 * @internal Runs a graph so that its stream also tells where each task starts, which is noted down in the call's chunk
 * log, and what it gives in the end: a checkpoint does not hold all of that (untracked channels). Gives the chunks that
 * the call asked for, in the shape that it asked for.
 *
 * @param run runs the graph with the config that it is given
 */
export async function* hearRun(
  graph: CompiledGraph,
  config: RunConfig,
  heard: HeardRun,
  run: (config: RunConfig) => AsyncGenerator<unknown, void>,
): AsyncGenerator<unknown, void> {
  const { chunkLog, ...own } = config;
  // Calls with a `version` (streamEvents) read the stream by themselves.
  if (config.version !== undefined) return yield* run(own);
  const asked = own.streamMode ?? graph.streamMode;
  const modes = typeof asked === "string" ? [asked] : asked;
  const { encoding: _, ...rest } = own;
  for await (const chunk of run({ ...rest, streamMode: [...new Set([...modes, "tasks", "values"])] })) {
    const [namespace, mode, payload] = partsOf(chunk, own.subgraphs === true);
    if (mode === "tasks" && namespace.length === 0) noteStart(chunkLog, payload);
    if (mode === "values" && namespace.length === 0) heard.latest = { values: payload };
    if (!modes.includes(mode)) continue;
    chunkLog?.give(mode === "messages" ? taskOfToken(payload) : undefined);
    yield shapedChunk(own, namespace, mode, payload);
  }
}

/** A chunk of several modes is `[mode, payload]`, after the namespace where subgraphs are streamed. */
function partsOf(chunk: unknown, subgraphs: boolean): [readonly string[], string, unknown] {
  const parts: readonly unknown[] = Array.isArray(chunk) ? chunk : [];
  const [namespace, mode, payload] = subgraphs ? parts : [[], ...parts];
  return [Array.isArray(namespace) ? namespace.map(String) : [], String(mode), payload];
}

/** Chunks of `tasks` come in pairs: with an input when a task starts, with a result when it ends. */
function noteStart(log: ChunkLog | undefined, payload: unknown): void {
  if (typeof payload !== "object" || payload === null) return;
  if ("triggers" in payload && "id" in payload && typeof payload.id === "string") log?.start(payload.id);
}

/** The task that a token comes from: metadata come with it. */
function taskOfToken(payload: unknown): string | undefined {
  const metadata: unknown = Array.isArray(payload) ? payload[1] : undefined;
  const namespace: unknown = Reflect.get(Object(metadata), "langgraph_checkpoint_ns");
  return typeof namespace === "string" ? namespace : undefined;
}
