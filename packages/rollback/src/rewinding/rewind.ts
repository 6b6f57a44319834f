import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { withAttemptStamp, type AttemptStamp } from "../steps/attempt-stamp.ts";
import {
  checkChannels,
  compiledGraphOf,
  entryNodesOf,
  type RollbackTarget,
} from "../langgraph/compiled-graph.ts";
import { hasDeltaChannels } from "../recording/delta-channels.ts";
import { ForkedCheckpoint } from "./forked-checkpoint.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { graftInto } from "./graft.ts";
import { restoreMemory } from "./memory-point.ts";
import { graphInside } from "../reading/read-step.ts";
import type { RewindPoint } from "./rewind-point.ts";
import { keepTasks } from "./seed-writes.ts";
import { originInFork } from "../langgraph/task-origin.ts";
import { checkpointConfig, checkpointTuple, saverOf, threadIdOf } from "../langgraph/thread.ts";
import type { KeptInFork } from "../steps/kept-in-fork.ts";

/** The target of a rewind, and its writes into the fork. */
export interface RewindOptions extends RewindPoint {
  /** Values to put into the state's channels, through their reducers: the replanning note. */
  readonly updates?: Readonly<Record<string, unknown>>;
  /** Values to put into the outermost state's channels before these: what has aged. */
  readonly revalidated?: Readonly<Record<string, unknown>>;
  /**
   * Channel of `updates` whose value is also put into the arguments of Sends that have a place for it. Default: none;
   * the tasks of Sends are given their arguments instead of the state.
   */
  readonly noteChannel?: string | undefined;
  /** Id of the fork, from `newForkId`: a rewind that is repeated after a crash makes the same fork. */
  readonly fork?: string;
  /** The attempt that will run from the fork. */
  readonly stamp?: AttemptStamp;
}

/**
 * Makes a fork: a new child of an earlier checkpoint, from which `invoke(null)` runs again what came after it. With `keep` or `into`, resume from the
 * thread's head: LangGraph runs every task again if a checkpoint is named.
 *
 * The checkpoint is written by hand, because none of LangGraph's own ways keeps both branches right (`updateState`
 * runs a node's writers again, a Command on an old checkpoint alters it). Nothing of the failed branch is touched.
 * The fork comes last: if the process dies, a later run finds all of it or nothing.
 *
 * @param config names the thread
 * @returns the fork's checkpoint id; the fork is the thread's newest checkpoint
 * @throws {UnknownNoteChannelError} if an update names a channel that the graph does not have; nothing is written then
 * @throws {ThreadIdError | CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function rewind(
  target: RollbackTarget,
  config: RunnableConfig,
  options: RewindOptions,
): Promise<string> {
  return (await makeFork(target, threadIdOf(config), options)).fork;
}

/**
 * @internal Makes a fork as `rewind` does, and says what is not to run again in it.
 *
 * @param read gives the checkpoint that the fork is a copy of, if it was read before
 */
export async function makeFork(
  target: RollbackTarget,
  threadId: string,
  options: RewindOptions,
  read?: (checkpoint: string) => Promise<CheckpointTuple>,
): Promise<{ readonly fork: string; readonly kept: KeptInFork }> {
  const graph = compiledGraphOf(target);
  const saver = saverOf(graph);
  const { keep = [], into = [], memory = [], updates = {}, revalidated = {}, noteChannel } = options;
  // To put a DeltaChannel's value together, its reducer is run on what was read: twice would be once too often.
  const known = hasDeltaChannels(graph) ? undefined : read;
  const copied = await (known?.(options.checkpoint) ?? checkpointTuple(saver, threadId, options.checkpoint));
  const id = options.fork ?? newForkId();
  const inner = graphInside(graph, into);
  checkChannels(inner ?? graph, Object.keys(updates));
  const origin = originInFork(copied, id, "");
  const fork = { saver, threadId, origin, copied, entryNodes: entryNodesOf(graph) };
  const stamp = options.stamp === undefined ? {} : withAttemptStamp({}, options.stamp);
  const parent = keep.length === 0 && into.length === 0 ? options.checkpoint : undefined;
  for (const point of memory) await restoreMemory(saver, threadId, point, stamp, parent);
  const tasks = await keepTasks(fork, keep);
  const inside = await graftInto(graph, fork, { points: into, updates, noteChannel, stamp });
  const forked = await ForkedCheckpoint.of(graph, saver, copied, id);
  forked.update(revalidated, undefined, []);
  if (into.length === 0)
    forked.update(
      updates,
      noteChannel,
      keep.map(({ taskId }) => taskId),
    );
  await forked.put({ ...checkpointConfig(threadId, options.checkpoint).configurable, ...stamp });
  const remembered = memory.map(({ namespace, copy }) => ({ namespace, checkpoint: copy }));
  return { fork: id, kept: { ...inside, tasks: [...tasks, ...inside.tasks], memory: remembered } };
}
