import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from "@langchain/langgraph-checkpoint";

import { identifyTask, sentNodes, SENDS } from "./task-identity.ts";

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** One finished task, as kept in the metadata of the checkpoint that its superstep led to. */
export interface RecordedTask {
  readonly task: string;
  readonly node: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

interface Superstep {
  readonly thread: string;
  from?: { readonly checkpoint: Checkpoint; readonly superstep: number; readonly start: number };
  /** When each of its tasks ended. */
  readonly ended: Map<string, number>;
}

/** Enough for the supersteps that run at the same time in one process; the oldest are let go. */
const OPEN_SUPERSTEPS = 1000;

/**
 * @internal Joins what a checkpointer is told about a superstep: which checkpoint it started from, which tasks ended.
 * With asynchronous durability the two arrive in any order. Its memory does not grow with runs or threads.
 */
export class StepClock {
  readonly #clock: Clock;
  readonly #open = new Map<string, Superstep>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A checkpoint was loaded, so that tasks may run from it. */
  opened(tuple: CheckpointTuple): void {
    // A look at a superstep that has begun is no new start.
    if ((this.#open.get(keyOf(tuple.config, tuple.checkpoint.id))?.ended.size ?? 0) > 0) return;
    this.#start(tuple.config, tuple.checkpoint, tuple.metadata?.step ?? -1);
  }

  /** A task ended. Interrupts are pauses, not ends; a resumed task's answers come along with its writes. */
  taskEnded(config: RunnableConfig, taskId: string, writes: readonly PendingWrite[]): void {
    if (writes.every(([channel]) => channel === "__interrupt__" || channel === "__resume__")) return;
    this.#superstep(config, checkpointIdIn(config)).ended.set(taskId, this.#clock());
  }

  /**
   * A checkpoint is being stored: returns the tasks that led to it, and starts the next superstep.
   * Writes that no node made (a store's own tests, the functional API's calls) are not told.
   */
  superstepEnded(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): readonly RecordedTask[] {
    const key = keyOf(config, checkpointIdIn(config));
    const done = this.#open.get(key);
    this.#start(config, checkpoint, metadata.step, done);
    if (done?.from === undefined || metadata.source !== "loop") return [];
    this.#open.delete(key);
    return recordedTasks(done.from, done.ended, namespaceIn(config));
  }

  /** The tasks that ended, or failed, in a superstep that has led to no checkpoint. */
  tasksFrom(config: RunnableConfig): readonly RecordedTask[] {
    const open = this.#open.get(keyOf(config, checkpointIdIn(config)));
    return open?.from === undefined ? [] : recordedTasks(open.from, open.ended, namespaceIn(config));
  }

  forget(thread: string): void {
    for (const [key, superstep] of this.#open) if (superstep.thread === thread) this.#open.delete(key);
  }

  #start(config: RunnableConfig, checkpoint: Checkpoint, step: number, previous?: Superstep): void {
    const superstep = this.#superstep(config, checkpoint.id);
    const ends = [...superstep.ended.values()];
    const before = [...(previous?.ended.values() ?? [])];
    // A checkpoint that is stored after its tasks have ended is late: they started when the superstep before was over.
    const began = ends.length > 0 && before.length > 0 ? Math.max(...before) : this.#clock();
    superstep.from = {
      checkpoint: identifying(checkpoint),
      superstep: step + 1,
      start: Math.min(began, ...ends),
    };
  }

  #superstep(config: RunnableConfig, checkpointId: string): Superstep {
    const key = keyOf(config, checkpointId);
    const superstep = this.#open.get(key) ?? { thread: threadIn(config), ended: new Map<string, number>() };
    this.#open.delete(key);
    this.#open.set(key, superstep);
    const oldest = this.#open.keys().next();
    if (this.#open.size > OPEN_SUPERSTEPS && oldest.done === false) this.#open.delete(oldest.value);
    return superstep;
  }
}

function recordedTasks(
  from: NonNullable<Superstep["from"]>,
  ended: Superstep["ended"],
  namespace: string,
): readonly RecordedTask[] {
  return [...ended].flatMap(([task, end]) => {
    const identity = identifyTask(from.checkpoint, from.superstep, namespace, task);
    return identity === undefined ? [] : [{ task, node: identity.node, start: from.start, end }];
  });
}

/** The parts of a checkpoint that task ids derive from, so that no state is held on to. */
function identifying(checkpoint: Checkpoint): Checkpoint {
  return {
    ...checkpoint,
    channel_values: { [SENDS]: sentNodes(checkpoint).map((node) => ({ node })) },
    channel_versions: { ...checkpoint.channel_versions },
    versions_seen: {},
  };
}

const threadIn = (config: RunnableConfig): string => String(config.configurable?.["thread_id"]);
const namespaceIn = (config: RunnableConfig): string => String(config.configurable?.["checkpoint_ns"] ?? "");
const checkpointIdIn = (config: RunnableConfig): string => String(config.configurable?.["checkpoint_id"]);
const keyOf = (config: RunnableConfig, checkpointId: string): string =>
  JSON.stringify([threadIn(config), namespaceIn(config), checkpointId]);
