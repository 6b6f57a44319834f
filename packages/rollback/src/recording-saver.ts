import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type DeltaChannelHistory,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";

import { attemptStampOf, shapeStampOf } from "./attempt-stamp.ts";
import type { Clock } from "./clock.ts";
import { LiveRecord } from "./live-record.ts";
import type { RecordedTask, Superstep } from "./superstep.ts";
import { namespaceIn } from "./thread.ts";
import { TaskNames } from "./task-names.ts";
import { WritesOnTheirWay } from "./writes-on-their-way.ts";

/** Microseconds. Two forks meet by chance about once in a million steps. */
const LEAP = 2 ** 20;

/**
 * Decorates any LangGraph checkpointer so that its runs can be rolled back.
 *
 * - Every executed step is recorded as it happens: the finished tasks of a superstep (id, start, end, and what the id
 *   does not tell) are kept in the metadata of the checkpoint that they led to, next to what LangGraph itself stores (input state,
 *   writes and error with the checkpoint before). A few dozen bytes a step, whatever the length of the thread.
 * - Channel versions are unique over all branches of a thread. LangGraph's own integer versions repeat in a fork,
 *   and a saver that stores values by version (PostgresSaver) then keeps the failed branch's values.
 *
 * @example
 * const graph = builder.compile({ checkpointer: new RecordingSaver(SqliteSaver.fromConnString("runs.db")) });
 */
export class RecordingSaver extends BaseCheckpointSaver {
  readonly inner: BaseCheckpointSaver;
  readonly #clock: Clock;
  readonly #random: () => number;
  /** @internal What tasks are, where LangGraph has told it. */
  readonly taskNames: TaskNames = new TaskNames();
  readonly #live: LiveRecord;
  readonly #writes = new WritesOnTheirWay();
  #lastVersion = 0;

  /**
   * @param inner where checkpoints are kept; `setup()` and `end()` stay with it
   * @param options.clock  milliseconds since the epoch; `Date.now` unless told
   * @param options.random numbers in [0, 1); `Math.random` unless told
   */
  constructor(
    inner: BaseCheckpointSaver,
    options: { readonly clock?: Clock; readonly random?: () => number } = {},
  ) {
    super(inner.serde);
    this.inner = inner;
    this.#clock = options.clock ?? Date.now;
    this.#random = options.random ?? Math.random;
    this.#live = new LiveRecord(this.#clock, this.taskNames);
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await this.inner.getTuple(config);
    if (tuple !== undefined) this.#live.opened(tuple);
    return tuple;
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.inner.list(config, options);
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const steps = this.#live.superstepEnded(config, checkpoint, metadata);
    const stamped = {
      ...metadata,
      ...attemptStampOf(config),
      ...(metadata.source === "input" && namespaceIn(config) === "" ? shapeStampOf(config) : {}),
      ...(steps.length === 0 ? {} : { rollback_steps: steps }),
    };
    await this.#writes.arrived(config);
    return await this.inner.put(config, checkpoint, stamped, newVersions);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    this.#live.taskEnded(config, taskId, writes);
    await this.#writes.add(config, this.inner.putWrites(config, writes, taskId));
  }

  /**
   * @internal When the tasks of a superstep that failed ran: there is no checkpoint after them to keep it in, so only the
   * process that ran them knows.
   */
  tasksFrom(config: RunnableConfig): readonly RecordedTask[] {
    return this.#live.tasksFrom(config);
  }

  /** @internal What ran from a checkpoint, if this process saw it. */
  recordedSuperstep(threadId: string, namespace: string, checkpointId: string): Superstep | undefined {
    return this.#live.superstep(threadId, namespace, checkpointId);
  }

  /** @internal Id of a namespace's newest checkpoint that this process stored. */
  recordedHead(threadId: string, namespace: string): string | undefined {
    return this.#live.head(threadId, namespace);
  }

  override async deleteThread(threadId: string): Promise<void> {
    this.#live.forget(threadId);
    await this.inner.deleteThread(threadId);
  }

  override getDeltaChannelHistory(options: {
    config: RunnableConfig;
    channels: string[];
  }): Promise<Record<string, DeltaChannelHistory>> {
    return this.inner.getDeltaChannelHistory(options);
  }

  /**
   * A version that no other branch of the thread has used: time in microseconds, always rising. A clock that is behind
   * the one which the thread was written by would count up alike in each fork; a leap of up to a second tells them apart.
   */
  override getNextVersion(current: number | undefined): number {
    const own = this.inner.getNextVersion(current);
    // Savers that keep versions as strings, against the type, make them unique themselves.
    if (typeof own === "string") return own;
    const now = this.#clock() * 1000;
    const before = current ?? 0;
    const leap = before < now + 1000 ? 0 : Math.floor(this.#random() * LEAP);
    this.#lastVersion = Math.max(before + 1 + leap, now, this.#lastVersion + 1);
    return this.#lastVersion;
  }
}
