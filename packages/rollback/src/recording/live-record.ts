import { smallest } from "@langgraph-rollback/attribution/trajectory";
import {
  INTERRUPT,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import type { Clock } from "../langgraph/clock.ts";
import { withoutHandler } from "../steps/error-handlers.ts";
import { ownCopy, ownText, textBytes } from "./own-copy.ts";
import {
  addSuperstep,
  dropSuperstep,
  identifying,
  identifyTasks,
  type LiveThread,
  type OpenSuperstep,
  recordedTasks,
  startBytes,
  taskBytes,
} from "./live-superstep.ts";
import { superstepFrom, writesByTask } from "../steps/stored-superstep.ts";
import { isUnfinished, NULL_TASK, ranTask, type RecordedTask, type Superstep } from "../steps/superstep.ts";
import type { TaskNames } from "./task-names.ts";
import { checkpointIdOf } from "../langgraph/thread.ts";
import type { SaverCall } from "../steps/attempt-stamp.ts";
import type { RanTask } from "../steps/ran-task.ts";

/** Origin of a checkpoint. */
interface Origin {
  readonly metadata: CheckpointMetadata | undefined;
  readonly parent: string | undefined;
  readonly previous?: OpenSuperstep | undefined;
  /** The time at which it was stored or loaded, in milliseconds. */
  readonly now: number;
}

/** Where the checkpointer is called. */
type Place = Omit<SaverCall, "attempt">;

/** In place of a checkpoint's id, where a thread's first checkpoint comes after none. */
const FIRST = "";

/** @internal How much is kept. */
export interface LiveRecordLimits {
  /**
   * About how many bytes of the heap are held, over all threads. The threads not used for longest are let go, then the
   * oldest steps of the thread that needs the room: their turn is read from the checkpointer.
   */
  readonly capacity: number;
  /** Milliseconds after which a thread that nobody uses is let go. */
  readonly idle: number;
}

/** 16 MB: eleven thousand steps of a few words. An hour: longer than most steps take. */
const LIMITS: LiveRecordLimits = { capacity: 16_000_000, idle: 3_600_000 };
/** Largest share of the capacity for one task or input. */
const LARGEST_SHARE = 1 / 4;
/** Bytes of a superstep, a thread and a namespace beside the data in them: objects, keys, entries of maps. */
const SUPERSTEP_SIZE = 550;
const THREAD_SIZE = 500;
const HEAD_SIZE = 200;

/**
 * @internal Joins, as they happen, what a checkpointer is told about supersteps: which checkpoint each started from and
 * led to, which tasks ended, what they said. With asynchronous durability these arrive in any order.
 *
 * The steps of a run can so be read without reading its checkpoints again. Its memory is bounded by bytes and by age.
 */
export class LiveRecord {
  readonly #clock: Clock;
  readonly #names: TaskNames;
  readonly #limits: LiveRecordLimits;
  /** Those not used for longest come first. */
  readonly #threads = new Map<string, LiveThread>();
  #size = 0;

  constructor(clock: Clock, names: TaskNames, limits: LiveRecordLimits = LIMITS) {
    this.#clock = clock;
    this.#names = names;
    this.#limits = limits;
  }

  /** About how many bytes of the heap it holds. */
  get size(): number {
    return this.#size;
  }

  /** A checkpoint was loaded, so that tasks may run from it; those that have ended elsewhere do not run again. */
  opened({ namespace, threadId }: Place, tuple: CheckpointTuple): void {
    const { checkpoint, metadata, parentConfig } = tuple;
    const now = this.#clock();
    const thread = this.#thread(threadId, now);
    const superstep = this.#superstep(thread, namespace, checkpoint.id);
    if (superstep.from === undefined) superstep.isFound = true;
    // Reading the checkpoint of a superstep that has begun does not start it anew.
    if (superstep.tasks.size === 0)
      this.#start(thread, superstep, checkpoint, { metadata, parent: checkpointIdOf(parentConfig), now });
    for (const [taskId, channel] of tuple.pendingWrites ?? [])
      if (channel === INTERRUPT) (superstep.asked ??= new Set()).add(taskId);
    for (const [taskId, writes] of writesByTask(tuple)) {
      const task = superstep.tasks.has(taskId) ? undefined : this.#ran(taskId, writes);
      if (task !== undefined) this.#keep(thread, superstep, task);
    }
  }

  /** A task ended. Interrupts are pauses, not ends; a resumed task's answers come along with its writes. */
  taskEnded(place: Place, taskId: string, writes: readonly PendingWrite[]): void {
    if (taskId === NULL_TASK) return;
    const now = this.#clock();
    const thread = this.#thread(place.threadId, now);
    const superstep = this.#superstep(thread, place.namespace, place.checkpointId ?? FIRST);
    if (writes.some(([channel]) => channel === INTERRUPT)) (superstep.asked ??= new Set()).add(taskId);
    if (isUnfinished(writes)) return;
    superstep.ended = now;
    const task = this.#ran(taskId, writes);
    if (task === undefined) return;
    this.#keep(thread, superstep, { ...task, end: superstep.ended });
  }

  /**
   * A checkpoint is being stored: returns the tasks that led to it, and starts the next superstep.
   * Writes that no node made (a checkpointer's own tests) are not told.
   */
  superstepEnded(
    { checkpointId, namespace, threadId }: Place,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): readonly RecordedTask[] {
    const now = this.#clock();
    const thread = this.#thread(threadId, now);
    const done = thread.supersteps.get(keyOf(namespace, checkpointId ?? FIRST));
    if (metadata.source === "input" && namespace === "") this.#forgetTurn(thread);
    const superstep = this.#superstep(thread, namespace, checkpoint.id);
    this.#start(thread, superstep, checkpoint, { metadata, parent: checkpointId, previous: done, now });
    const isNewNamespace = !thread.heads.has(namespace);
    thread.heads.set(namespace, checkpoint.id);
    if (isNewNamespace) this.#growThread(thread, HEAD_SIZE);
    return done?.from === undefined || metadata.source !== "loop" ? [] : recordedTasks(done);
  }

  /** The tasks that ended, or failed, in a superstep that has led to no checkpoint. */
  tasksFrom({ checkpointId, namespace, threadId }: Place): readonly RecordedTask[] {
    const superstep = this.#threads.get(threadId)?.supersteps.get(keyOf(namespace, checkpointId ?? FIRST));
    return superstep === undefined ? [] : recordedTasks(superstep);
  }

  /** The superstep that ran from a checkpoint, if this process saw it from its start. */
  superstep(threadId: string, namespace: string, checkpointId: string): Superstep | undefined {
    const superstep = this.#threads.get(threadId)?.supersteps.get(keyOf(namespace, checkpointId));
    if (superstep?.from === undefined || superstep.isCut === true) return undefined;
    identifyTasks(superstep);
    const { checkpoint: _, start, ...rest } = superstep.from;
    const tasks = [...superstep.tasks.values()];
    return { ...rest, tasks: tasks.map((task) => (task.end === undefined ? task : { ...task, start })) };
  }

  /** Ids of the tasks that have asked a human in what ran from a checkpoint, if this process saw it from its start. */
  asked(threadId: string, namespace: string, checkpointId: string): ReadonlySet<string> | undefined {
    const superstep = this.#threads.get(threadId)?.supersteps.get(keyOf(namespace, checkpointId));
    return superstep?.from === undefined ? undefined : (superstep.asked ?? new Set());
  }

  /** Whether all that ran from a checkpoint ran in this process: it has stored the checkpoint itself. */
  hasBegun(threadId: string, namespace: string, checkpointId: string): boolean {
    const superstep = this.#threads.get(threadId)?.supersteps.get(keyOf(namespace, checkpointId));
    return superstep?.from !== undefined && superstep.isFound !== true;
  }

  /** Whether any checkpoint of a namespace was stored or loaded. */
  hasAny(threadId: string, namespace: string): boolean {
    return this.#threads.get(threadId)?.namespaces.has(namespace) === true;
  }

  /** Id of a namespace's newest checkpoint that this process stored. */
  head(threadId: string, namespace: string): string | undefined {
    return this.#threads.get(threadId)?.heads.get(namespace);
  }

  forget(threadId: string): void {
    this.#size -= this.#threads.get(threadId)?.size ?? 0;
    this.#threads.delete(threadId);
  }

  /** A new turn: supersteps before it are no longer asked for. */
  #forgetTurn(thread: LiveThread): void {
    this.#growThread(thread, -HEAD_SIZE * thread.heads.size);
    thread.heads.clear();
    for (const [key, superstep] of thread.supersteps)
      if (superstep.from !== undefined) this.#drop(thread, key, superstep);
  }

  #start(
    thread: LiveThread,
    superstep: OpenSuperstep,
    checkpoint: Checkpoint,
    { metadata, now, parent, previous }: Origin,
  ): void {
    const ends = [...superstep.tasks.values()].flatMap(({ end }) => end ?? []);
    // A checkpoint that is stored after its tasks have ended is late: they started when the superstep before was over.
    const began = (ends.length > 0 ? previous?.ended : undefined) ?? now;
    const from = superstepFrom({ namespace: superstep.namespace, checkpoint, metadata }, parent);
    const { task } = from;
    const before = startBytes(superstep);
    superstep.from = {
      ...from,
      checkpoint: identifying(checkpoint),
      start: ends.length === 0 ? began : smallest(ends, began),
      // One that is left out is read from the checkpointer when it is needed.
      task: task === undefined || this.#isTooLarge(textBytes(task)) ? undefined : ownText(task),
      // Readers of this record have the graph, and ask that.
      subgraphs: undefined,
    };
    this.#grow(thread, superstep, startBytes(superstep) - before);
  }

  #keep(thread: LiveThread, superstep: OpenSuperstep, ran: RanTask): void {
    const isCut = this.#isTooLarge(taskBytes(ran));
    const { agent, kind } = ran.said;
    const task = ownCopy(isCut ? { ...ran, said: { agent, content: "", ...(kind && { kind }) } } : ran);
    if (isCut) superstep.isCut = true;
    const before = superstep.tasks.get(task.taskId);
    superstep.tasks.set(task.taskId, task);
    this.#grow(thread, superstep, taskBytes(task) - taskBytes(before));
  }

  #isTooLarge(bytes: number): boolean {
    return bytes > this.#limits.capacity * LARGEST_SHARE;
  }

  /** The facts in a task's id are found out when they are asked for: this takes longer than all else that is noted. */
  #ran(taskId: string, writes: Parameters<typeof ranTask>[1]): RanTask | undefined {
    return ranTask(taskId, withoutHandler(writes), this.#names.of(taskId), undefined);
  }

  #thread(id: string, used: number): LiveThread {
    const known = this.#threads.get(id);
    const thread = known ?? {
      supersteps: new Map(),
      namespaces: new Map(),
      heads: new Map(),
      used,
      size: 0,
    };
    thread.used = used;
    this.#threads.delete(id);
    this.#threads.set(id, thread);
    if (known === undefined) this.#growThread(thread, THREAD_SIZE);
    for (const [oldest, { used: last }] of this.#threads) {
      if (!(used - last > this.#limits.idle)) break;
      this.forget(oldest);
    }
    return thread;
  }

  #superstep(thread: LiveThread, namespace: string, checkpointId: string): OpenSuperstep {
    const key = keyOf(namespace, checkpointId);
    const known = thread.supersteps.get(key);
    if (known !== undefined) return known;
    const superstep: OpenSuperstep = { namespace, tasks: new Map(), size: 0 };
    addSuperstep(thread, key, superstep);
    this.#grow(thread, superstep, SUPERSTEP_SIZE + key.length);
    return superstep;
  }

  #grow(thread: LiveThread, superstep: OpenSuperstep, by: number): void {
    superstep.size += by;
    this.#growThread(thread, by);
    const { capacity } = this.#limits;
    for (const [id, oldest] of this.#threads) {
      if (this.#size <= capacity || oldest === thread) break;
      this.forget(id);
    }
    if (this.#size > capacity) this.#forgetOldest(thread, superstep);
  }

  #growThread(thread: LiveThread, by: number): void {
    thread.size += by;
    this.#size += by;
  }

  /** Lets go of what a thread did first, but for what is still going on. */
  #forgetOldest(thread: LiveThread, growing: OpenSuperstep): void {
    const newest = new Set([...thread.heads].map(([namespace, id]) => keyOf(namespace, id)));
    for (const [key, oldest] of thread.supersteps) {
      if (this.#size <= this.#limits.capacity) break;
      if (oldest !== growing && !newest.has(key)) this.#drop(thread, key, oldest);
    }
  }

  #drop(thread: LiveThread, key: string, superstep: OpenSuperstep): void {
    dropSuperstep(thread, key, superstep);
    this.#growThread(thread, -superstep.size);
  }
}

const keyOf = (namespace: string, checkpointId: string): string => `${namespace}\n${checkpointId}`;
