import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  MemorySaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";

import { checkpointConfig, checkpointIdOf, namespaceIn, placeOf, threadIn } from "../langgraph/thread.ts";

/** Checkpoints that were copied, and those that were stored over them. */
class CheckpointsAbove extends MemorySaver {
  /** Ids of copied ones. */
  readonly copied = new Set<string>();

  /** Moves the Sends of an old checkpoint to where newer ones have them. The checkpointer below has done so for a copied one. */
  override async _migratePendingSends(
    ...[checkpoint, ...rest]: Parameters<MemorySaver["_migratePendingSends"]>
  ): Promise<void> {
    if (!this.copied.has(checkpoint.id)) await super._migratePendingSends(checkpoint, ...rest);
  }
}

/**
 * A checkpointer in memory over another one, which it only reads: a graph that is compiled with it sees the threads that
 * are stored, and what it stores is gone with the process. A run can so be tried again on a thread of production.
 *
 * A checkpoint is copied when it is first read by its id; the rest of the thread stays where it is. The newest checkpoint of
 * a thread is the one that was newest when it was first asked for, also if somebody else runs the thread on since.
 *
 * @example
 * const copy = builder.compile({ checkpointer: new OverlaySaver(PostgresSaver.fromConnString(url)) });
 * await copy.invoke({ messages: ["And in euros?"] }, { configurable: { thread_id: "tickets-1" } });
 */
export class OverlaySaver extends BaseCheckpointSaver {
  readonly #inner: BaseCheckpointSaver;
  readonly #memory: CheckpointsAbove;
  /** Id of the newest checkpoint below, by thread and namespace, as it was first asked for. */
  readonly #heads = new Map<string, Promise<string | undefined>>();
  /** Checkpoints that are being copied, or are. */
  readonly #copied = new Map<string, Promise<void>>();
  /** Threads that were deleted here. */
  readonly #deleted = new Set<string>();

  /** @param inner read with its own methods; `setup()` and `end()` stay with it */
  constructor(inner: BaseCheckpointSaver) {
    super(inner.serde);
    this.#inner = inner;
    this.#memory = new CheckpointsAbove(inner.serde);
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const [thread, namespace] = [threadIn(config), namespaceIn(config)];
    const named = checkpointIdOf(config);
    if (named === undefined) {
      const own = await this.#memory.getTuple(checkpointConfig(thread, undefined, namespace));
      const below = await this.#headBelow(thread, namespace);
      if (below === undefined || (own !== undefined && own.checkpoint.id >= below)) return own;
      return this.getTuple(checkpointConfig(thread, below, namespace));
    }
    const place = checkpointConfig(thread, named, namespace);
    await this.#copy(place);
    return this.#memory.getTuple(place);
  }

  override async *list(
    config: RunnableConfig,
    options: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const { limit = Infinity, ...others } = options;
    const own: CheckpointTuple[] = [];
    for await (const tuple of this.#memory.list(config, others)) own.push(tuple);
    own.sort((one, other) => (one.checkpoint.id < other.checkpoint.id ? 1 : -1));
    const known = new Set(own.map((tuple) => placeOf(tuple.config)));
    let left = limit;
    for await (const tuple of this.#inner.list(config, others)) {
      if (this.#deleted.has(threadIn(tuple.config)) || known.has(placeOf(tuple.config))) continue;
      while ((own[0]?.checkpoint.id ?? "") > tuple.checkpoint.id && left-- > 0) yield* own.splice(0, 1);
      if (left-- <= 0) return;
      yield tuple;
    }
    for (const tuple of own) if (left-- > 0) yield tuple;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    _versions?: ChannelVersions,
  ): Promise<RunnableConfig> {
    const stored = await this.#memory.put(config, checkpoint, metadata);
    this.#copied.set(placeOf(stored), Promise.resolve());
    return stored;
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath?: string,
  ): Promise<void> {
    // The checkpointer below refuses a config that lacks something.
    const place = { configurable: { ...config.configurable, checkpoint_ns: namespaceIn(config) } };
    await this.#copy(place);
    await this.#memory.putWrites(place, writes, taskId, taskPath);
  }

  override async deleteThread(threadId: string): Promise<void> {
    this.#deleted.add(threadId);
    await this.#memory.deleteThread(threadId);
  }

  override getNextVersion(current: number | undefined): number {
    return this.#inner.getNextVersion(current);
  }

  #headBelow(thread: string, namespace: string): Promise<string | undefined> {
    if (this.#deleted.has(thread)) return Promise.resolve(undefined);
    const key = JSON.stringify([thread, namespace]);
    return once(this.#heads, key, async () => {
      const tuple = await this.#inner.getTuple(checkpointConfig(thread, undefined, namespace));
      return tuple?.checkpoint.id;
    });
  }

  /** Copies a checkpoint with the writes from it, once. */
  #copy(place: RunnableConfig): Promise<void> {
    return once(this.#copied, placeOf(place), () => this.#copyNow(place));
  }

  async #copyNow(place: RunnableConfig): Promise<void> {
    if (this.#deleted.has(threadIn(place))) return;
    const tuple = await this.#inner.getTuple(place);
    if (tuple === undefined) return;
    const { checkpoint, metadata, parentConfig, pendingWrites = [] } = tuple;
    const parent = checkpointConfig(threadIn(place), checkpointIdOf(parentConfig), namespaceIn(place));
    this.#memory.copied.add(checkpoint.id);
    await this.#memory.put(parent, checkpoint, metadata ?? { source: "loop", step: -1, parents: {} });
    const tasks = new Map<string, PendingWrite[]>();
    for (const [taskId, channel, value] of pendingWrites)
      tasks.set(taskId, [...(tasks.get(taskId) ?? []), [channel, value]]);
    for (const [taskId, writes] of tasks) await this.#memory.putWrites(place, writes, taskId);
  }
}

/** The work of a key, done once; again after it has failed. */
function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const doing = work();
  known.set(key, doing);
  doing.catch(() => known.delete(key));
  return doing;
}
