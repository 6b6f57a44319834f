import type { RunConfig } from "./compiled-graph.ts";

/**
 * @internal A value as a chunk of the `custom` stream mode, in the shape that LangGraph gives chunks for these options.
 *
 * @returns `undefined` if the caller did not ask for that mode
 */
export function customChunk(config: RunConfig, value: unknown): { readonly value: unknown } | undefined {
  const { streamMode, subgraphs } = config;
  if (streamMode === "custom") return { value: subgraphs === true ? [[], value] : value };
  if (!Array.isArray(streamMode) || !streamMode.includes("custom")) return undefined;
  return { value: subgraphs === true ? [[], "custom", value] : ["custom", value] };
}
