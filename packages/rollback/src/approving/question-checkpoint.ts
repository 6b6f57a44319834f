import { ERROR, INTERRUPT, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { entryNodesOf, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { originInFork } from "../langgraph/task-origin.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { RecordingSaver } from "../recording/recording-saver.ts";
import { ForkedCheckpoint } from "../rewinding/forked-checkpoint.ts";
import { seed, taskIdInFork } from "../rewinding/seed-writes.ts";
import { withAttemptStamp, type StampedAttempt } from "../steps/attempt-stamp.ts";
import { writesByTask } from "../steps/stored-superstep.ts";

/** In the metadata of a checkpoint behind the end of a failed attempt: a question stood there, and does not any more. */
const TAKEN_BACK = "rollback_question_over";

/** A thread whose failed attempt is asked about. */
interface AskedThread {
  readonly graph: CompiledGraph;
  readonly saver: RecordingSaver;
  readonly threadId: string;
  readonly attempt: StampedAttempt;
  /** The failed attempt's last checkpoint. */
  readonly failed: CheckpointTuple;
}

/**
 * @internal Puts a question at the end of a failed attempt: a child of its last checkpoint with the same values, from which nothing is due but a task that waits
 * for an answer. Whoever reads the thread sees an interrupt like any other. The attempt's own checkpoints stay as they are.
 *
 * @param id of the new checkpoint
 */
export async function putQuestion(
  { graph, saver, threadId, attempt, failed }: AskedThread,
  id: string,
  question: { readonly id: string; readonly value: unknown },
): Promise<void> {
  const head = failed.checkpoint.id;
  const child = await ForkedCheckpoint.of(graph, saver, failed, id);
  child.waitAtStart();
  await child.put(
    { ...checkpointConfig(threadId, head).configurable, ...withAttemptStamp({}, attempt) },
    { rollback_question: head },
  );
  const config = checkpointConfig(threadId, id);
  const [task] = (await graph.getState(config)).tasks;
  if (task !== undefined) await saver.putWrites(config, [[INTERRUPT, question]], task.id);
}

/**
 * @internal Takes a question back: the thread stands as it did when its attempt had failed, with the exception if one had escaped.
 *
 * @returns id of the thread's new head
 */
export async function takeQuestionBack({
  graph,
  saver,
  threadId,
  attempt,
  failed,
}: AskedThread): Promise<string> {
  const id = newForkId();
  const origin = originInFork(failed, id, "");
  const fork = { saver, threadId, origin, copied: failed, entryNodes: entryNodesOf(graph) };
  const writes = [...writesByTask(failed)].flatMap(([task, own]) => {
    const taskId = taskIdInFork(fork, task);
    return taskId === undefined ? [] : [{ taskId, own }];
  });
  // Before the checkpoint itself: a process that dies leaves all of it, or nothing that a run would find.
  for (const { taskId, own } of writes) await seed(fork, taskId, own.filter(isKept));
  const child = await ForkedCheckpoint.of(graph, saver, failed, id);
  await child.put(
    { ...checkpointConfig(threadId, failed.checkpoint.id).configurable, ...withAttemptStamp({}, attempt) },
    { [TAKEN_BACK]: failed.checkpoint.id },
  );
  return id;
}

/** @internal Whether a checkpoint is what {@link takeQuestionBack} put behind the end of a failed attempt. */
export const isTakenBack = ({ metadata }: CheckpointTuple, failed: string): boolean =>
  Reflect.get(Object(metadata), TAKEN_BACK) === failed;

/** What tells how a task ended. */
const isKept = ([channel]: readonly [string, unknown]): boolean =>
  channel === ERROR || !channel.startsWith("__");
