import type { RunnableConfig } from "@langchain/core/runnables";
import { uuid6, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { nextVersion } from "../langgraph/next-version.ts";
import { patiently } from "../recording/patiently.ts";
import { checkpointConfig, checkpointIdOf, threadIdOf } from "../langgraph/thread.ts";
import { getTupleTolerantly } from "../recording/tolerant-reads.ts";

/** A value stored beside a thread's checkpoints. */
export interface KeptValue {
  /** A checkpoint namespace of our own: LangGraph never looks into it, and it is gone with the thread. */
  readonly namespace: string;
  /** Of processes that may append at the same moment, each needs a channel of its own: checkpointers keep values by channel and version. */
  readonly channel: string;
  readonly value: unknown;
  /** When, ISO 8601. */
  readonly at: string;
}

/**
 * Stores a value in a thread's checkpointer, after the values in the same namespace. Never alters or removes a value; values are deleted with the
 * thread. If the checkpointer fails, it is tried again twice.
 *
 * @param config names the thread
 * @param value  what the checkpointer's serialiser can keep
 */
export async function appendValue(
  saver: BaseCheckpointSaver,
  config: RunnableConfig,
  { namespace, channel, value, at }: KeptValue,
): Promise<void> {
  const threadId = threadIdOf(config);
  const last = await patiently(() =>
    getTupleTolerantly(saver, checkpointConfig(threadId, undefined, namespace)),
  );
  const version = nextVersion(saver, last?.checkpoint.channel_versions);
  const step = (last?.metadata?.step ?? -1) + 1;
  const parent: RunnableConfig = checkpointConfig(threadId, checkpointIdOf(last?.config), namespace);
  const entry = {
    v: 4,
    id: uuid6(step),
    ts: at,
    channel_values: { [channel]: value },
    channel_versions: { [channel]: version },
    versions_seen: {},
  };
  const metadata = { source: "update" as const, step, parents: {} };
  await patiently(() => saver.put(parent, entry, metadata, { [channel]: version }));
}

/** The newest value of a channel in such a namespace; `undefined` if there is none. If the checkpointer fails, it is tried again twice. */
export async function readValue(
  saver: BaseCheckpointSaver,
  config: RunnableConfig,
  { namespace, channel }: Pick<KeptValue, "namespace" | "channel">,
): Promise<unknown> {
  const place = checkpointConfig(threadIdOf(config), undefined, namespace);
  return (await patiently(() => saver.getTuple(place)))?.checkpoint.channel_values[channel];
}
