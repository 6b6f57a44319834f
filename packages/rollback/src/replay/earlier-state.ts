import { type BaseCheckpointSaver, type CheckpointTuple, MemorySaver } from "@langchain/langgraph-checkpoint";

import { newForkId } from "../langgraph/fork-id.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { Recording } from "./recording-file.ts";

type Earlier = NonNullable<Recording["earlier"]>;

/**
 * @internal The state that a thread had before an input, with its values as they are. Versions of channels are counted anew, since each checkpointer makes them in
 * a way of its own.
 *
 * @returns `undefined` if the input is the thread's first
 */
export async function earlierState(
  saver: BaseCheckpointSaver,
  { parentConfig }: CheckpointTuple,
): Promise<Earlier | undefined> {
  const tuple = parentConfig === undefined ? undefined : await saver.getTuple(parentConfig);
  if (tuple === undefined) return undefined;
  const { channel_values: values, channel_versions: versions, versions_seen: seen } = tuple.checkpoint;
  const all = [versions, ...Object.values(seen)].flatMap((each) => Object.values(each));
  const ranks = new Map([...new Set(all)].toSorted(byVersion).map((version, at) => [version, at + 1]));
  const ranked = (each: Readonly<Record<string, number | string>>): Record<string, number> =>
    Object.fromEntries(Object.entries(each).map(([name, version]) => [name, ranks.get(version) ?? 0]));
  return {
    step: tuple.metadata?.step ?? -1,
    values,
    versions: ranked(versions),
    seen: Object.fromEntries(Object.entries(seen).map(([node, each]) => [node, ranked(each)])),
  };
}

function byVersion(one: number | string, other: number | string): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : 1;
}

/** @internal A checkpointer in memory whose thread has this state. */
export async function saverWith(threadId: string, earlier: Earlier | undefined): Promise<MemorySaver> {
  const saver = new MemorySaver();
  if (earlier === undefined) return saver;
  const { seen, step, values, versions } = earlier;
  const checkpoint = {
    v: 4,
    id: newForkId(),
    ts: new Date(0).toISOString(),
    channel_values: Object.fromEntries(Object.entries(Object(values))),
    channel_versions: versions,
    versions_seen: seen,
  };
  await saver.put(checkpointConfig(threadId), checkpoint, { source: "loop", step, parents: {} });
  return saver;
}
