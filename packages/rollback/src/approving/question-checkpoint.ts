import { INTERRUPT, type CheckpointTuple } from "@langchain/langgraph-checkpoint";

import { newForkId } from "../langgraph/fork-id.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { forkEnd, type EndOnThread } from "../rewinding/fork-end.ts";
import { ForkedCheckpoint } from "../rewinding/forked-checkpoint.ts";
import { withAttemptStamp } from "../steps/attempt-stamp.ts";

/** In the metadata of a question's checkpoint: the failed attempt's last. */
const ASKED = "rollback_question";

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
    { [ASKED]: head },
  );
  await showQuestion({ graph, saver, threadId }, id, question);
}

/**
 * @internal Has the task that waits at a question's checkpoint ask it, unless it does: a process may have died before.
 *
 * @param options.isOutdated whether it may ask it in older words, which are replaced
 */
export async function showQuestion(
  { graph, saver, threadId }: Pick<EndOnThread, "graph" | "saver" | "threadId">,
  id: string,
  question: { readonly id: string; readonly value: unknown },
  { isOutdated = false }: { readonly isOutdated?: boolean } = {},
): Promise<void> {
  const config = checkpointConfig(threadId, id);
  const [task] = (await graph.getState(config)).tasks;
  if (task === undefined) return;
  if (task.interrupts.length === 0 || isOutdated)
    await saver.putWrites(config, [[INTERRUPT, question]], task.id);
}

/**
 * @internal Takes a question back: the thread stands as it did when its attempt had failed, with the exception if one had escaped.
 *
 * @returns id of the thread's new head
 */
export async function takeQuestionBack(asked: EndOnThread): Promise<string> {
  const id = newForkId();
  await forkEnd(asked, id, "question-over");
  return id;
}

/**
 * @internal Lets a thread continue from an update of a question's checkpoint that was made with the graph itself, which knows nothing of the question: what waits
 * there for the answer is not due any more.
 *
 * @returns id of the thread's new head
 */
export async function endQuestion({ graph, saver, threadId, attempt, last }: EndOnThread): Promise<string> {
  const id = newForkId();
  const child = await ForkedCheckpoint.of(graph, saver, last, id);
  child.endWaiting();
  const at = checkpointConfig(threadId, last.checkpoint.id).configurable;
  await child.put({ ...at, ...withAttemptStamp({}, attempt) });
  return id;
}

/** @internal Id of the last checkpoint of the failed attempt that a checkpoint asks about; `undefined` if it asks nothing. */
export function askedAbout({ metadata }: CheckpointTuple): string | undefined {
  const failed: unknown = Reflect.get(Object(metadata), ASKED);
  return typeof failed === "string" ? failed : undefined;
}
