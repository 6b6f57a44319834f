import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";

import type { Clock } from "./clock.ts";
import { describeInput } from "./step-content.ts";
import { graftOf, parentsOf, writesByTask } from "./stored-superstep.ts";
import {
  isUnfinished,
  NULL_TASK,
  ranTask,
  type RanTask,
  type RecordedTask,
  type Superstep,
} from "./superstep.ts";
import { identifyTask, sentNodes, SENDS, type TaskIdentity } from "./task-identity.ts";
import type { TaskNames } from "./task-names.ts";
import { checkpointIdOf, namespaceIn } from "./thread.ts";

/** A superstep as far as this process has seen it. */
interface OpenSuperstep {
  /** Absent while its checkpoint has not been stored: with asynchronous durability its tasks may end first. */
  from?: Omit<Superstep, "tasks"> & { readonly checkpoint: Checkpoint; readonly start: number };
  readonly tasks: Map<string, RanTask>;
  /** When the last of its tasks ended, LangGraph's own among them. */
  ended?: number;
  size: number;
}

/** Where a checkpoint comes from. */
interface Origin {
  readonly metadata: CheckpointMetadata | undefined;
  readonly parent: string | undefined;
  readonly previous?: OpenSuperstep | undefined;
}

interface LiveThread {
  readonly supersteps: Map<string, OpenSuperstep>;
  /** Newest checkpoint of each namespace. */
  readonly heads: Map<string, string>;
  size: number;
}

/**
 * About how many characters of steps are kept, over all threads. The threads not used for longest are let go, then the
 * oldest steps of the thread that needs the room: their turn is read from the store.
 */
const CAPACITY = 32_000_000;
/** What a superstep takes beside the text of its steps. */
const SUPERSTEP_SIZE = 1000;

/**
 * @internal Joins, as they happen, what a checkpointer is told about supersteps: which checkpoint each started from and
 * led to, which tasks ended, what they said. With asynchronous durability these arrive in any order.
 *
 * The steps of a run can so be read without reading its checkpoints again. Its memory is bounded.
 */
export class LiveRecord {
  readonly #clock: Clock;
  readonly #names: TaskNames;
  readonly #threads = new Map<string, LiveThread>();
  #size = 0;

  constructor(clock: Clock, names: TaskNames) {
    this.#clock = clock;
    this.#names = names;
  }

  /** A checkpoint was loaded, so that tasks may run from it; those that have ended elsewhere do not run again. */
  opened(tuple: CheckpointTuple): void {
    const { config, checkpoint, metadata, parentConfig } = tuple;
    const superstep = this.#superstep(this.#thread(config), config, checkpoint.id);
    // A look at a superstep that has begun is no new start.
    if (superstep.tasks.size === 0)
      this.#start(superstep, config, checkpoint, { metadata, parent: checkpointIdOf(parentConfig) });
    for (const [taskId, writes] of writesByTask(tuple)) {
      const task = superstep.tasks.has(taskId) ? undefined : this.#ran(taskId, writes);
      if (task !== undefined) superstep.tasks.set(taskId, task);
    }
  }

  /** A task ended. Interrupts are pauses, not ends; a resumed task's answers come along with its writes. */
  taskEnded(config: RunnableConfig, taskId: string, writes: readonly PendingWrite[]): void {
    if (taskId === NULL_TASK || isUnfinished(writes)) return;
    const thread = this.#thread(config);
    const superstep = this.#superstep(thread, config, checkpointIdIn(config));
    superstep.ended = this.#clock();
    const task = this.#ran(taskId, writes);
    if (task === undefined) return;
    superstep.tasks.set(taskId, { ...task, end: superstep.ended });
    this.#grow(thread, superstep, task.said.content.length);
  }

  /**
   * A checkpoint is being stored: returns the tasks that led to it, and starts the next superstep.
   * Writes that no node made (a store's own tests) are not told.
   */
  superstepEnded(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): readonly RecordedTask[] {
    const thread = this.#thread(config);
    const done = thread.supersteps.get(keyOf(namespaceIn(config), checkpointIdIn(config)));
    if (metadata.source === "input" && namespaceIn(config) === "") this.#forgetTurn(thread);
    const superstep = this.#superstep(thread, config, checkpoint.id);
    this.#start(superstep, config, checkpoint, { metadata, parent: checkpointIdOf(config), previous: done });
    thread.heads.set(namespaceIn(config), checkpoint.id);
    return done?.from === undefined || metadata.source !== "loop" ? [] : recordedTasks(done);
  }

  /** The tasks that ended, or failed, in a superstep that has led to no checkpoint. */
  tasksFrom(config: RunnableConfig): readonly RecordedTask[] {
    const superstep = this.#thread(config).supersteps.get(keyOf(namespaceIn(config), checkpointIdIn(config)));
    return superstep === undefined ? [] : recordedTasks(superstep);
  }

  /** What ran from a checkpoint, if this process saw it from its start. */
  superstep(threadId: string, namespace: string, checkpointId: string): Superstep | undefined {
    const superstep = this.#threads.get(threadId)?.supersteps.get(keyOf(namespace, checkpointId));
    if (superstep?.from === undefined) return undefined;
    identifyTasks(superstep);
    const { checkpoint: _, start, ...rest } = superstep.from;
    const tasks = [...superstep.tasks.values()];
    return { ...rest, tasks: tasks.map((task) => (task.end === undefined ? task : { ...task, start })) };
  }

  /** Id of a namespace's newest checkpoint that this process stored. */
  head(threadId: string, namespace: string): string | undefined {
    return this.#threads.get(threadId)?.heads.get(namespace);
  }

  forget(threadId: string): void {
    this.#size -= this.#threads.get(threadId)?.size ?? 0;
    this.#threads.delete(threadId);
  }

  /** A new turn: what ran before it is no longer asked for. */
  #forgetTurn(thread: LiveThread): void {
    for (const [key, superstep] of thread.supersteps)
      if (superstep.from !== undefined) this.#drop(thread, key, superstep);
  }

  #start(
    superstep: OpenSuperstep,
    config: RunnableConfig,
    checkpoint: Checkpoint,
    { metadata, parent, previous }: Origin,
  ): void {
    const ends = [...superstep.tasks.values()].flatMap(({ end }) => end ?? []);
    // A checkpoint that is stored after its tasks have ended is late: they started when the superstep before was over.
    const began = (ends.length > 0 ? previous?.ended : undefined) ?? this.#clock();
    const graft = graftOf(metadata);
    const input: unknown = checkpoint.channel_values["__start__"];
    const from = {
      checkpoint: identifying(checkpoint),
      start: Math.min(began, ...ends),
      checkpointId: checkpoint.id,
      namespace: namespaceIn(config),
      source: metadata?.source,
      superstep: (metadata?.step ?? -1) + 1,
      parents: parentsOf(metadata),
      ...(parent === undefined ? {} : { parent }),
      ...(graft === undefined ? {} : { graftOf: graft }),
      ...(metadata?.source === "input" && input !== undefined ? { task: describeInput(input) } : {}),
    };
    superstep.from = from;
  }

  /** What its id tells of a task is found out when it is asked for: it takes longer than all else that is noted. */
  #ran(taskId: string, writes: Parameters<typeof ranTask>[1]): RanTask | undefined {
    return ranTask(taskId, writes, this.#names.of(taskId), undefined);
  }

  #thread(config: RunnableConfig): LiveThread {
    const id = threadIn(config);
    const thread = this.#threads.get(id) ?? {
      supersteps: new Map<string, OpenSuperstep>(),
      heads: new Map<string, string>(),
      size: 0,
    };
    this.#threads.delete(id);
    this.#threads.set(id, thread);
    return thread;
  }

  #superstep(thread: LiveThread, config: RunnableConfig, checkpointId: string): OpenSuperstep {
    const key = keyOf(namespaceIn(config), checkpointId);
    const known = thread.supersteps.get(key);
    if (known !== undefined) return known;
    const superstep: OpenSuperstep = { tasks: new Map(), size: 0 };
    thread.supersteps.set(key, superstep);
    this.#grow(thread, superstep, SUPERSTEP_SIZE);
    return superstep;
  }

  #grow(thread: LiveThread, superstep: OpenSuperstep, by: number): void {
    superstep.size += by;
    thread.size += by;
    this.#size += by;
    for (const [id, oldest] of this.#threads) {
      if (this.#size <= CAPACITY || oldest === thread) break;
      this.forget(id);
    }
    if (this.#size > CAPACITY) this.#forgetOldest(thread, superstep);
  }

  /** Lets go of what a thread did first, but for what is still going on. */
  #forgetOldest(thread: LiveThread, growing: OpenSuperstep): void {
    const newest = new Set([...thread.heads].map(([namespace, id]) => keyOf(namespace, id)));
    for (const [key, oldest] of thread.supersteps) {
      if (this.#size <= CAPACITY) break;
      if (oldest !== growing && !newest.has(key)) this.#drop(thread, key, oldest);
    }
  }

  #drop(thread: LiveThread, key: string, { size }: OpenSuperstep): void {
    thread.supersteps.delete(key);
    thread.size -= size;
    this.#size -= size;
  }
}

/** Finds out which nodes the tasks ran; LangGraph's own is none of the graph's. */
function identifyTasks({ from, tasks }: OpenSuperstep): void {
  if (from === undefined) return;
  for (const [taskId, task] of tasks) {
    const identity = task.identity ?? identifyTask(from.checkpoint, from.superstep, from.namespace, taskId);
    if (identity?.node === "__start__") tasks.delete(taskId);
    else if (identity !== undefined) tasks.set(taskId, named(task, identity));
  }
}

/** A task that nobody had named yet has said what it said without a name. */
function named(task: RanTask, identity: TaskIdentity): RanTask {
  const agent = task.said.agent === "unknown" ? identity.node : task.said.agent;
  return { ...task, identity, said: { ...task.said, agent } };
}

function recordedTasks(superstep: OpenSuperstep): readonly RecordedTask[] {
  const { from, tasks } = superstep;
  if (from === undefined) return [];
  // Only there LangGraph runs a task of its own.
  if (from.source === "input") identifyTasks(superstep);
  return [...tasks.values()].flatMap(({ taskId, identity, end }) =>
    end === undefined || !isTaskId(taskId)
      ? []
      : [{ task: taskId, ...nameOf(identity), start: from.start, end }],
  );
}

function nameOf(identity: TaskIdentity | undefined): Pick<RecordedTask, "node" | "call"> {
  if (identity === undefined) return {};
  const { node, position, calledBy } = identity;
  return { node, ...(calledBy === undefined ? {} : { call: { ...calledBy, position } }) };
}

/** LangGraph's are name-based UUIDs; a store's own tests write under other ids. */
const isTaskId = (taskId: string): boolean => /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-/.test(taskId);

/** The parts of a checkpoint that task ids derive from, so that no state is held on to. It is the saver's own copy. */
function identifying(checkpoint: Checkpoint): Checkpoint {
  const sends = sentNodes(checkpoint).map((node) => ({ node }));
  return { ...checkpoint, channel_values: { [SENDS]: sends }, versions_seen: {} };
}

const threadIn = (config: RunnableConfig): string => String(config.configurable?.["thread_id"]);
const checkpointIdIn = (config: RunnableConfig): string => String(config.configurable?.["checkpoint_id"]);
const keyOf = (namespace: string, checkpointId: string): string => `${namespace}\n${checkpointId}`;
