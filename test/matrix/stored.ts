import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Everything that a store holds of a thread, in all namespaces, as text by namespace and checkpoint. */
export async function storedOf(
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<ReadonlyMap<string, string>> {
  const stored = new Map<string, string>();
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } })) {
    const { checkpoint_ns = "", checkpoint_id } = tuple.config.configurable ?? {};
    stored.set(`${checkpoint_ns} ${checkpoint_id}`, JSON.stringify(tuple));
  }
  return stored;
}
