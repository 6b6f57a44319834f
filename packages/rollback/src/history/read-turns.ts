import { START } from "@langchain/langgraph";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { stampedAttempt } from "../steps/attempt-stamp.ts";
import { CheckpointNotFoundError } from "../errors/checkpoint-not-found-error.ts";
import { HISTORY_NAMESPACE } from "../recording/history-namespace.ts";
import { ancestryOf, turnInput } from "../reading/lineage.ts";
import { describeInput } from "../steps/step-content.ts";
import { checkpointConfig, checkpointIdOf, checkpointTuple, threadIdOf } from "../langgraph/thread.ts";
import {
  headsOf,
  openCheckpointer,
  outlinesOf,
  type GraphOrCheckpointer,
} from "../recording/graph-or-checkpointer.ts";
import { getTupleTolerantly } from "../recording/tolerant-reads.ts";

/** The place where a turn of a thread ended, or stands. */
export interface ThreadTurn {
  /** Id of its newest checkpoint: `readTrajectory` with this `checkpoint_id` gives its steps. */
  readonly head: string;
  /** Id of the run that it belongs to; of the turn's first checkpoint where it was run without `withRollback`. */
  readonly run: string;
  /** 1-based; absent where it was run without `withRollback`. */
  readonly attempt?: number;
}

/**
 * The turns of a thread, with those that nobody has judged: where each one ended before the next began, and where the
 * thread stands now. Of a run's attempts, that is the last one; `readHistory` has those before it.
 *
 * @param config names the thread
 * @param known  what was read of the thread before: it is not read again
 * @returns oldest first; none if there is no such thread
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readTurns(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
  known: readonly ThreadTurn[] = [],
): Promise<readonly ThreadTurn[]> {
  const saver = headsOf(openCheckpointer(source));
  const threadId = threadIdOf(config);
  const newest = await saver.getTuple(checkpointConfig(threadId));
  if (newest === undefined) return [];
  const turns = new Map<string, ThreadTurn>();
  const earlier = new Map(known.map((turn) => [turn.head, turn]));
  for await (const input of saver.list(checkpointConfig(threadId), { filter: { source: "input" } })) {
    const id = checkpointIdOf(input.parentConfig);
    if (id === undefined) continue;
    const turn = earlier.get(id) ?? (await turnEndingAt(saver, threadId, { id, earlier }));
    if (turn !== undefined) turns.set(id, turn);
  }
  turns.set(newest.checkpoint.id, await turnAt(saver, threadId, { tuple: newest, earlier }));
  return [...turns.values()].toSorted((a, b) => (a.head < b.head ? -1 : 1));
}

/** `undefined` where a checkpointer that prunes does not hold it any more. */
async function turnEndingAt(
  saver: BaseCheckpointSaver,
  threadId: string,
  { id, earlier }: { readonly id: string; readonly earlier: ReadonlyMap<string, ThreadTurn> },
): Promise<ThreadTurn | undefined> {
  const tuple = await saver.getTuple(checkpointConfig(threadId, id));
  return tuple === undefined ? undefined : turnAt(saver, threadId, { tuple, earlier });
}

/** The turn of a checkpoint is told by the newest one on the way to its input that says so, or that is known. */
async function turnAt(
  saver: BaseCheckpointSaver,
  threadId: string,
  { tuple, earlier }: { readonly tuple: CheckpointTuple; readonly earlier: ReadonlyMap<string, ThreadTurn> },
): Promise<ThreadTurn> {
  const head = tuple.checkpoint.id;
  let start = head;
  try {
    for await (const { checkpoint, metadata } of ancestryOf(saver, threadId, tuple)) {
      // A user who edits the state puts a checkpoint of their own on top.
      const told = stampedAttempt({ ...metadata }) ?? earlier.get(checkpoint.id);
      if (told !== undefined) return { ...told, head };
      start = checkpoint.id;
    }
  } catch (error) {
    // A checkpointer that prunes: the oldest checkpoint that it holds is the turn's first.
    if (!(error instanceof CheckpointNotFoundError)) throw error;
  }
  return { head, run: start };
}

/**
 * The input of a thread's last turn.
 *
 * @param config names the thread
 * @returns the task as text, untrusted, and the id of the checkpoint that its turn began with; `undefined` if the thread
 *          keeps no input
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readTask(
  source: GraphOrCheckpointer,
  config: RunnableConfig,
): Promise<{ readonly task: string; readonly checkpoint: string } | undefined> {
  const opened = openCheckpointer(source);
  const threadId = threadIdOf(config);
  const inputs = outlinesOf(opened).list(checkpointConfig(threadId), {
    filter: { source: "input" },
    limit: 1,
  });
  for await (const outline of inputs) {
    const { id, channel_values: values } = outline.checkpoint;
    // Without an input, it is the state that tells the task.
    const isWhole = opened.outlines === undefined || (values[START] ?? undefined) !== undefined;
    const first = isWhole ? outline : await checkpointTuple(opened.saver, threadId, id);
    return { task: describeInput(turnInput([first])), checkpoint: id };
  }
  return undefined;
}

/**
 * A text that changes whenever a thread or its history does. Reads two checkpoints.
 *
 * @param config names the thread
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function threadVersion(source: GraphOrCheckpointer, config: RunnableConfig): Promise<string> {
  const saver = outlinesOf(openCheckpointer(source));
  const threadId = threadIdOf(config);
  // A thread that cannot be read has a version nevertheless.
  const head = await getTupleTolerantly(saver, checkpointConfig(threadId));
  const history = await getTupleTolerantly(saver, checkpointConfig(threadId, undefined, HISTORY_NAMESPACE));
  const parts = [checkpointIdOf(head?.config), head?.pendingWrites?.length, checkpointIdOf(history?.config)];
  return parts.map((part) => part ?? "").join(" ");
}
