import type { CompiledGraph, RunConfig } from "../langgraph/compiled-graph.ts";

/** @internal Stream modes of a call. */
export function streamModesOf(graph: CompiledGraph, { streamMode }: RunConfig): readonly string[] {
  const asked = streamMode ?? graph.streamMode;
  return typeof asked === "string" ? [asked] : asked;
}

/**
 * @internal A payload of some stream mode as a chunk, in the shape that LangGraph gives chunks for these options.
 *
 * @param namespace of the graph that it comes from, outermost first; empty for the graph that was called
 */
export function shapedChunk(
  config: RunConfig,
  namespace: readonly string[],
  mode: string,
  payload: unknown,
): unknown {
  const { streamMode, subgraphs = false } = config;
  // Server-sent events are made of whole chunks; calls with a `version` (streamEvents) encode by themselves.
  if (config.encoding === "text/event-stream" && config.version === undefined)
    return [subgraphs ? namespace : null, mode, payload];
  const named = Array.isArray(streamMode) ? [mode, payload] : [payload];
  if (subgraphs) return [namespace, ...named];
  return named.length === 1 ? payload : named;
}

/**
 * @internal A value as a chunk of the `custom` stream mode.
 *
 * @returns `undefined` if the caller did not ask for that mode
 */
export function customChunk(config: RunConfig, value: unknown): { readonly value: unknown } | undefined {
  const { streamMode } = config;
  const asked = streamMode === "custom" || (Array.isArray(streamMode) && streamMode.includes("custom"));
  return asked ? { value: shapedChunk(config, [], "custom", value) } : undefined;
}
