import { shapedChunk } from "./chunk-shape.ts";
import type { RunConfig } from "../langgraph/compiled-graph.ts";

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
