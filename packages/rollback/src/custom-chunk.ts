import type { RunConfig } from "./compiled-graph.ts";

/**
 * @internal A value as a chunk of the `custom` stream mode, in the shape that LangGraph gives chunks for these options.
 *
 * @returns `undefined` if the caller did not ask for that mode
 */
export function customChunk(config: RunConfig, value: unknown): { readonly value: unknown } | undefined {
  const { streamMode, subgraphs } = config;
  const single = streamMode === "custom";
  if (!single && !(Array.isArray(streamMode) && streamMode.includes("custom"))) return undefined;
  // Server-sent events are made of whole chunks; calls with a `version` (streamEvents) encode by themselves.
  if (config.encoding === "text/event-stream" && config.version === undefined)
    return { value: [subgraphs === true ? [] : null, "custom", value] };
  const named = single ? [value] : ["custom", value];
  if (subgraphs === true) return { value: [[], ...named] };
  return { value: single ? value : named };
}
