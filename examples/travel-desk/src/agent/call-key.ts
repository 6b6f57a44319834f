import type { RunnableConfig } from "@langchain/core/runnables";

/**
 * A key for a call of a tool where nothing else gives one: the id that the model gave the call, within its thread. Another attempt is another
 * call, and has another key.
 */
export function callKey(config: RunnableConfig): string {
  const call: unknown = Reflect.get(config, "toolCall");
  const id: unknown = typeof call === "object" && call !== null ? Reflect.get(call, "id") : undefined;
  if (typeof id !== "string") throw new Error("Expected a tool call with an id.");
  return `${String(config.configurable?.["thread_id"])}/${id}`;
}
