import { INTERRUPT, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { newForkId } from "../langgraph/fork-id.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { forkEnd, type EndOnThread } from "../rewinding/fork-end.ts";
import { ForkedCheckpoint } from "../rewinding/forked-checkpoint.ts";
import { withAttemptStamp } from "../steps/attempt-stamp.ts";

/** In the metadata of a checkpoint behind the end of a failed attempt: a question stood there, and does not any more. */
const TAKEN_BACK = "rollback_question_over";

/**
 * @internal Puts a question at the end of a failed attempt: a child of its last checkpoint with the same values, from which nothing is due but a task that waits
 * for an answer. In the thread it is an interrupt like any other. The attempt's own checkpoints stay as they are.
 *
 * @param id of the new checkpoint
 */
export async function putQuestion(
  { graph, saver, threadId, attempt, last: failed }: EndOnThread,
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
export async function takeQuestionBack(asked: EndOnThread): Promise<string> {
  const id = newForkId();
  await forkEnd(asked, id, { [TAKEN_BACK]: asked.last.checkpoint.id });
  return id;
}

/** @internal Whether a checkpoint is what {@link takeQuestionBack} put behind the end of a failed attempt. */
export const isTakenBack = ({ metadata }: CheckpointTuple, failed: string): boolean =>
  Reflect.get(Object(metadata), TAKEN_BACK) === failed;
