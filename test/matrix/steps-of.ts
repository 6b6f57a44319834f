import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { plain } from "./plain.ts";

/** The checkpoints that LangGraph has put on a thread, without ids: of each namespace oldest first. */
export async function stepsOf(
  saver: BaseCheckpointSaver,
  { configurable }: RunnableConfig,
): Promise<readonly unknown[]> {
  const byNamespace = new Map<string, unknown[]>();
  for await (const { checkpoint, config, metadata } of saver.list({
    configurable: { thread_id: configurable?.["thread_id"] },
  })) {
    const namespace = withoutIds(String(config.configurable?.["checkpoint_ns"] ?? ""));
    if (namespace.startsWith("langgraph-rollback")) continue;
    const values = plain(ownChannels(checkpoint.channel_values));
    const before = byNamespace.get(namespace) ?? [];
    byNamespace.set(namespace, [{ source: metadata?.source, step: metadata?.step, values }, ...before]);
  }
  return [...byNamespace].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** LangGraph's own channels hold ids. */
const ownChannels = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !name.includes(":") && !name.startsWith("__")),
  );

/** A namespace without the ids of its tasks: `node:task id|node:task id`. */
export const withoutIds = (namespace: string): string =>
  namespace
    .split("|")
    .map((part) => part.split(":")[0])
    .join("|");
