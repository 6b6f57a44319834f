import { ERROR, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { entryNodesOf, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import { identifyTask } from "../langgraph/task-identity.ts";
import { originInFork, originOf } from "../langgraph/task-origin.ts";
import { checkpointConfig, checkpointTuple } from "../langgraph/thread.ts";
import type { RecordingSaver } from "../recording/recording-saver.ts";
import { withAttemptStamp, type StampedAttempt } from "../steps/attempt-stamp.ts";
import { writesByTask } from "../steps/stored-superstep.ts";
import { ForkedCheckpoint } from "./forked-checkpoint.ts";
import { seed, taskIdInFork, type NewFork } from "./seed-writes.ts";

/** @internal An attempt that has ended, and the thread that it ended on. */
export interface EndOnThread {
  readonly graph: CompiledGraph;
  readonly saver: RecordingSaver;
  readonly threadId: string;
  readonly attempt: StampedAttempt;
  /** The attempt's last checkpoint. */
  readonly last: CheckpointTuple;
}

/** Why an attempt's end was forked, as the fork's metadata says it with the id of the attempt's last checkpoint. */
const WHY = {
  /** A question stood there, and does not any more. */
  "question-over": "rollback_question_over",
  /** The attempt is the one that is returned. */
  stands: "rollback_stands",
} as const;

/** @internal The last checkpoint of the attempt whose end a checkpoint is a fork of; `undefined` if it is none. @param why else, for any reason */
export function forkedEnd(
  { metadata }: Pick<CheckpointTuple, "metadata">,
  why: readonly (keyof typeof WHY)[] = ["question-over", "stands"],
): string | undefined {
  return why.map((each): unknown => Reflect.get(Object(metadata), WHY[each])).find(isText);
}

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * @internal Lets a thread stand where an attempt has ended: a child of its last checkpoint with the same values, and with the
 * exception if one had escaped. The attempt's own checkpoints stay as they are.
 *
 * @param id of the new checkpoint
 */
export async function forkEnd(
  { graph, saver, threadId, attempt, last }: EndOnThread,
  id: string,
  why: keyof typeof WHY,
): Promise<void> {
  const fork = forkOf({ graph, saver, threadId }, last, id);
  const writes = [...writesByTask(last)].flatMap(([task, own]) => {
    const taskId = taskIdInFork(fork, task);
    return taskId === undefined ? [] : [{ taskId, own }];
  });
  // Before the checkpoint itself: a process that dies leaves all of it, or nothing that a run would find.
  for (const { taskId, own } of writes) await seed(fork, taskId, own.filter(isKept));
  const child = await ForkedCheckpoint.of(graph, saver, last, id);
  await child.put(
    { ...checkpointConfig(threadId, last.checkpoint.id).configurable, ...withAttemptStamp({}, attempt) },
    { [WHY[why]]: last.checkpoint.id },
  );
}

function forkOf(
  { graph, saver, threadId }: Pick<EndOnThread, "graph" | "saver" | "threadId">,
  copied: CheckpointTuple,
  id: string,
): NewFork {
  const origin = originInFork(copied, id, "");
  return { saver, threadId, origin, copied, entryNodes: entryNodesOf(graph) };
}

/**
 * @internal The ids that tasks of an attempt's last superstep have in a fork of its end. A task of any other superstep, or of any other checkpoint, keeps its
 * own.
 */
export async function taskIdsInEnd(
  thread: Pick<EndOnThread, "graph" | "saver" | "threadId">,
  head: string,
): Promise<(taskId: string) => string> {
  const copied = forkedEnd(await checkpointTuple(thread.saver, thread.threadId, head));
  if (copied === undefined) return (taskId) => taskId;
  const fork = forkOf(thread, await checkpointTuple(thread.saver, thread.threadId, copied), head);
  return (taskId) => taskIdInFork(fork, taskId) ?? taskId;
}

/**
 * @internal Whether a fork of the end of an attempt that threw holds all that a resumed run needs. It does not hold results of tasks that other tasks
 * have called, nor what a subgraph had done before it threw: LangGraph finds these by the task's id, and the fork's task has another id.
 */
export async function isWholeInFork(
  { graph, saver, threadId }: Pick<EndOnThread, "graph" | "saver" | "threadId">,
  last: CheckpointTuple,
): Promise<boolean> {
  const origin = originOf(last);
  for (const taskId of writesByTask(last).keys()) {
    const identity = identifyTask(last.checkpoint, origin, taskId, entryNodesOf(graph));
    if (identity === undefined) return false;
    const inside = checkpointConfig(threadId, undefined, `${identity.node}:${taskId}`);
    if ((await saver.getTuple(inside)) !== undefined) return false;
  }
  return true;
}

/** Whether a write tells how a task ended. */
const isKept = ([channel]: readonly [string, unknown]): boolean =>
  channel === ERROR || !channel.startsWith("__");
