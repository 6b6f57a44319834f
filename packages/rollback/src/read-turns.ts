import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { stampedAttempt } from "./attempt-stamp.ts";
import { HISTORY_NAMESPACE } from "./journal.ts";
import { lineageOf, turnInput } from "./lineage.ts";
import { describeInput } from "./step-content.ts";
import { checkpointConfig, checkpointIdOf, threadIdOf } from "./thread.ts";
import { openStore, type ThreadStore } from "./thread-store.ts";

/** Where a turn of a thread ended, or stands. */
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
 * @returns oldest first; none if there is no such thread
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readTurns(store: ThreadStore, config: RunnableConfig): Promise<readonly ThreadTurn[]> {
  const { saver } = openStore(store);
  const threadId = threadIdOf(config);
  const newest = await saver.getTuple(checkpointConfig(threadId));
  if (newest === undefined) return [];
  const heads = new Map<string, CheckpointTuple>();
  for await (const { parentConfig } of saver.list(checkpointConfig(threadId), {
    filter: { source: "input" },
  })) {
    const parent = parentConfig === undefined ? undefined : await saver.getTuple(parentConfig);
    if (parent !== undefined) heads.set(parent.checkpoint.id, parent);
  }
  heads.set(newest.checkpoint.id, newest);
  const ordered = [...heads.values()].toSorted((a, b) => (a.checkpoint.id < b.checkpoint.id ? -1 : 1));
  return Promise.all(ordered.map((head) => turnAt(saver, threadId, head)));
}

async function turnAt(
  saver: BaseCheckpointSaver,
  threadId: string,
  tuple: CheckpointTuple,
): Promise<ThreadTurn> {
  const head = tuple.checkpoint.id;
  const stamp = stampedAttempt({ ...tuple.metadata });
  if (stamp !== undefined) return { head, ...stamp };
  // A user who edits the state puts a checkpoint of their own on top.
  const lineage = await lineageOf(saver, threadId, tuple);
  const earlier = lineage
    .map(({ metadata }) => stampedAttempt({ ...metadata }))
    .findLast((s) => s !== undefined);
  return { head, ...(earlier ?? { run: lineage[0]?.checkpoint.id ?? head }) };
}

/**
 * What a thread was last asked to do.
 *
 * @param config names the thread
 * @returns the task as text, untrusted, and the id of the checkpoint that its turn began with; `undefined` if the thread
 *          keeps no input
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function readTask(
  store: ThreadStore,
  config: RunnableConfig,
): Promise<{ readonly task: string; readonly checkpoint: string } | undefined> {
  const { saver } = openStore(store);
  const inputs = saver.list(checkpointConfig(threadIdOf(config)), { filter: { source: "input" }, limit: 1 });
  for await (const tuple of inputs)
    return { task: describeInput(turnInput([tuple])), checkpoint: tuple.checkpoint.id };
  return undefined;
}

/**
 * A text that changes whenever a thread or its history does. Reads two checkpoints.
 *
 * @param config names the thread
 * @throws {ThreadIdError | NoCheckpointerError | UnsupportedGraphError}
 */
export async function threadVersion(store: ThreadStore, config: RunnableConfig): Promise<string> {
  const { saver } = openStore(store);
  const threadId = threadIdOf(config);
  const head = await saver.getTuple(checkpointConfig(threadId));
  const history = await saver.getTuple(checkpointConfig(threadId, undefined, HISTORY_NAMESPACE));
  const parts = [checkpointIdOf(head?.config), head?.pendingWrites?.length, checkpointIdOf(history?.config)];
  return parts.map((part) => part ?? "").join(" ");
}
