import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type CheckpointTuple,
  type DeltaChannelHistory,
} from "@langchain/langgraph-checkpoint";
import { attemptStampOf, filesStampOf, saverCall, shapeStampOf } from "../steps/attempt-stamp.ts";
import { type Clock, steadyClock } from "../langgraph/clock.ts";
import { deltaHistory, ordered } from "./delta-history.ts";
import { LiveRecord } from "./live-record.ts";
import { postgresReads } from "./postgres-reads.ts";
import type { RecordedTask, Superstep } from "../steps/superstep.ts";
import { TaskNames } from "./task-names.ts";
import { ThreadGuards } from "./thread-guards.ts";
import { WatchedAttempts } from "./watched-attempts.ts";
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
 * - Pending writes come back in the order in which LangGraph applied them. SqliteSaver and PostgresSaver order them by
 *   task id, so that a DeltaChannel that parallel nodes write into would be read back differently.
 *
 * @example
 * const graph = builder.compile({ checkpointer: new RecordingSaver(SqliteSaver.fromConnString("runs.db")) });
 */
export class RecordingSaver extends BaseCheckpointSaver {
  readonly inner: BaseCheckpointSaver;
  readonly #clock: Clock;
  readonly #random: () => number;
  /** @internal Identities of tasks, where LangGraph has told them. */
  readonly taskNames: TaskNames = new TaskNames();
  readonly #live: LiveRecord;
  readonly #writes = new WritesOnTheirWay();
  readonly #watched = new WatchedAttempts();
  #lastVersion = 0;
  readonly #thrown = new WeakSet<object>();
  readonly #guards = new ThreadGuards();

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
    this.#clock = steadyClock(options.clock);
    this.#random = options.random ?? Math.random;
    this.#live = new LiveRecord(this.#clock, this.taskNames);
  }

  /** The checkpointer as it is read. */
  get #read(): BaseCheckpointSaver {
    return postgresReads(this.inner)?.whole ?? this.inner;
  }

  override async getTuple(
    ...[config, ...rest]: Parameters<BaseCheckpointSaver["getTuple"]>
  ): Promise<CheckpointTuple | undefined> {
    const call = saverCall(config);
    const { answers, opening, pin } = this.#watched.of(call);
    await opening?.(call.namespace);
    const again = pin?.again(call);
    if (again !== undefined) return again;
    const found = await this.noting(this.#read.getTuple(pin?.resolve(config, call) ?? config, ...rest));
    const tuple = ordered(this.inner, found, this.taskNames);
    if (tuple !== undefined)
      recorded(undefined, () => {
        this.#live.opened(call, tuple);
        pin?.loaded(call, tuple);
        answers?.opened(call, tuple);
      });
    return tuple;
  }

  override async *list(...args: Parameters<BaseCheckpointSaver["list"]>): AsyncGenerator<CheckpointTuple> {
    try {
      for await (const tuple of this.#read.list(...args)) yield ordered(this.inner, tuple, this.taskNames);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  override async put(
    ...[config, checkpoint, metadata, ...rest]: Parameters<BaseCheckpointSaver["put"]>
  ): Promise<RunnableConfig> {
    const call = saverCall(config);
    const steps = recorded([], () => this.#live.superstepEnded(call, checkpoint, metadata));
    const isOutermostLoop = call.namespace === "" && metadata.source === "loop";
    const { superstepEnded } = isOutermostLoop ? this.#watched.of(call) : {};
    // At once: the superstep can be judged before it is stored.
    const told = superstepEnded?.(checkpoint.id);
    const files = call.namespace === "" ? await this.#watched.of(call).files?.() : undefined;
    const stamped = {
      ...metadata,
      ...attemptStampOf(call.attempt),
      ...(metadata.source === "input" && call.namespace === "" ? shapeStampOf(call.attempt) : {}),
      ...(steps.length === 0 ? {} : { rollback_steps: steps }),
      ...filesStampOf(files),
    };
    let stored: RunnableConfig;
    try {
      await this.#writes.arrived(call);
      stored = await this.noting(
        this.#guards.through(call, () => this.inner.put(config, checkpoint, stamped, ...rest)),
      );
      told?.(true);
    } catch (error) {
      told?.(false);
      throw error;
    }
    const { left, pin } = this.#watched.of(call);
    pin?.stored(call, checkpoint.id, metadata);
    left?.stored(call, checkpoint, stamped);
    return stored;
  }

  override async putWrites(...args: Parameters<BaseCheckpointSaver["putWrites"]>): Promise<void> {
    const [config, writes, taskId] = args;
    const call = saverCall(config);
    recorded(undefined, () => {
      this.#live.taskEnded(call, taskId, writes);
      const { answers, left, pin } = this.#watched.of(call);
      pin?.wrote(taskId);
      answers?.written(call, taskId, writes);
      left?.written(call);
    });
    await this.#writes.add(
      call,
      this.noting(this.#guards.through(call, () => this.inner.putWrites(...args))),
    );
  }

  /** @internal Refuses what a run sends that has lost its thread. */
  guard(...args: Parameters<ThreadGuards["add"]>): () => void {
    return this.#guards.add(...args);
  }

  /**
   * @internal Looks whether the run of this process still has its thread.
   * @throws {ThreadLockLostError} if it has lost it
   */
  checkThread(threadId: string): void {
    this.#guards.check(threadId);
  }

  /** @internal Whether an error is one that the checkpointer has thrown, or comes of one. */
  hasThrown(error: unknown): boolean {
    if (typeof error !== "object" || error === null) return false;
    return this.#thrown.has(error) || (error instanceof Error && this.hasThrown(error.cause));
  }

  /** @internal Notes down what the checkpointer throws, or what stands beside it, such as the lock of its threads. */
  async noting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #note(error: unknown): void {
    if (typeof error === "object" && error !== null) this.#thrown.add(error);
  }

  /** @internal Lets parts of the checkpointer follow an attempt of this process. Returns a function that ends it. */
  watch(...args: Parameters<WatchedAttempts["add"]>): () => void {
    return this.#watched.add(...args);
  }

  /**
   * @internal Tasks of a superstep that failed, with their times: no checkpoint comes after them to keep these in, so only the
   * process that ran them knows.
   */
  tasksFrom(config: RunnableConfig): readonly RecordedTask[] {
    return this.#live.tasksFrom(saverCall(config));
  }

  /** @internal The superstep that ran from a checkpoint, if this process saw it. */
  recordedSuperstep(threadId: string, namespace: string, checkpointId: string): Superstep | undefined {
    return this.#live.superstep(threadId, namespace, checkpointId);
  }

  /** @internal Ids of the tasks that have asked a human in what ran from a checkpoint, if this process saw it. */
  recordedQuestions(
    threadId: string,
    namespace: string,
    checkpointId: string,
  ): ReadonlySet<string> | undefined {
    return this.#live.asked(threadId, namespace, checkpointId);
  }

  /** @internal Whether all that ran from a checkpoint ran in this process. */
  hasBegun(threadId: string, namespace: string, checkpointId: string): boolean {
    return this.#live.hasBegun(threadId, namespace, checkpointId);
  }

  /** @internal Whether this process knows of any checkpoint of a namespace, stored or only loaded. */
  hasRecorded(threadId: string, namespace: string): boolean {
    return this.#live.hasAny(threadId, namespace);
  }

  /** @internal Id of a namespace's newest checkpoint that this process stored. */
  recordedHead(threadId: string, namespace: string): string | undefined {
    return this.#live.head(threadId, namespace);
  }

  override async deleteThread(...args: Parameters<BaseCheckpointSaver["deleteThread"]>): Promise<void> {
    this.#live.forget(args[0]);
    await this.inner.deleteThread(...args);
  }

  override getDeltaChannelHistory(
    ...args: Parameters<BaseCheckpointSaver["getDeltaChannelHistory"]>
  ): Promise<Record<string, DeltaChannelHistory>> {
    return deltaHistory(this.#read, args, this.taskNames);
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

/** Notes something about a run. The run itself continues whatever becomes of that: a checkpointer can give back anything. */
function recorded<T>(otherwise: T, note: () => T): T {
  try {
    return note();
  } catch {
    return otherwise;
  }
}

/** @internal The checkpointer itself: a recorder takes what is read through it for the start of a run. */
export function innerSaver(saver: BaseCheckpointSaver): BaseCheckpointSaver {
  return saver instanceof RecordingSaver ? saver.inner : saver;
}
