import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { threadIdOf } from "../langgraph/thread.ts";

/** A value that `appendValue` stored, and where. */
export interface StoredValue {
  readonly thread: string;
  /** Id of the entry. */
  readonly checkpoint: string;
  readonly value: unknown;
}

/**
 * The values that `appendValue` stored in a namespace of threads' checkpointers.
 *
 * @param thread of this thread only; without it, of all
 * @returns of each thread oldest first; as the checkpointer gave them, so to be checked
 */
export async function readValues(
  saver: BaseCheckpointSaver,
  namespace: string,
  thread?: string,
): Promise<readonly StoredValue[]> {
  const values: StoredValue[] = [];
  const which = { checkpoint_ns: namespace, ...(thread === undefined ? {} : { thread_id: thread }) };
  for await (const { checkpoint, config } of saver.list({ configurable: which })) {
    for (const value of Object.values(checkpoint.channel_values))
      values.push({ thread: threadIdOf(config), checkpoint: checkpoint.id, value });
  }
  return values.toReversed();
}
