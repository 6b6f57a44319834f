import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { ActionRefusedError } from "../errors/action-refused-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import { actionsIn, readJournal, type ActionOnAttempt, type Journal } from "../history/journal.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { HISTORY_NAMESPACE } from "../recording/history-namespace.ts";
import { patiently } from "../recording/patiently.ts";

/** @internal A thread as it is: its newest checkpoint, and the newest entry of its history. */
export async function seenNow(
  { saver }: { readonly saver: Pick<BaseCheckpointSaver, "getTuple"> },
  threadId: string,
): Promise<string> {
  const newest = async (namespace: string): Promise<string> =>
    (await patiently(() => saver.getTuple(checkpointConfig(threadId, undefined, namespace))))?.checkpoint
      .id ?? "";
  return `${await newest("")}/${await newest(HISTORY_NAMESPACE)}`;
}

/**
 * @internal Lets an action through only while the thread is as the person has seen it.
 *
 * @param key of the action; absent for one that leaves no record
 * @returns the same action, if it was done before: by the same request, which is repeated
 * @throws {ThreadMovedError | ActionRefusedError}
 */
export async function asSeen(
  context: { readonly saver: BaseCheckpointSaver },
  threadId: string,
  { expected, key }: { readonly expected: string; readonly key?: string },
): Promise<{ readonly journal: Journal; readonly done?: ActionOnAttempt }> {
  const now = await seenNow(context, threadId);
  const journal = await patiently(() => readJournal(context.saver, threadId));
  const actions = actionsIn(journal);
  const done = key === undefined ? undefined : actions.find((action) => action.key === key);
  if (done !== undefined) return { journal, done };
  if (now === expected) return { journal };
  const [head = "", entry] = expected.split("/");
  const [present] = now.split("/");
  if (head !== present || entry === undefined)
    throw new ThreadMovedError(threadId, head, present === "" ? undefined : present);
  const last = actions.at(-1);
  const who =
    last === undefined ? "" : ` The last action on it is "${last.action}" by ${last.by}, ${last.at}.`;
  throw new ActionRefusedError(
    threadId,
    `Its history has changed since it was looked at: somebody else has acted on it, or its run has.${who} Look at it again.`,
  );
}
