import { ActionRefusedError } from "../errors/action-refused-error.ts";
import type { AskedRollback, AttemptRecord } from "../history/attempt-record.ts";
import { recordsOfRun, type Journal } from "../history/journal.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { unansweredIn } from "../attempts/decide/drop-question.ts";
import { isRollBack } from "../attempts/attempt/attempt-from-fork.ts";
import { forkedEnd } from "../rewinding/fork-end.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";

/** @internal The last run of a thread, which has ended or waits for an approval. */
export interface EndedRun {
  /** Id of the thread's newest checkpoint. */
  readonly head: string;
  /** The record of the last attempt, or the decision that waits for its approval. */
  readonly record: AttemptRecord;
  readonly records: readonly AttemptRecord[];
  /** The question that waits. */
  readonly asked?: AskedRollback;
  /** Whether the thread stands at the end of an earlier attempt. */
  readonly isEarlier: boolean;
}

/**
 * @internal The last run of a thread, if a person can have it retried.
 *
 * @throws {ActionRefusedError} if it is under way, or stands nowhere that can be gone back from
 */
export async function endedRun(
  { saver, options }: RollbackContext,
  threadId: string,
  journal: Journal,
): Promise<EndedRun> {
  const refuse = (why: string): ActionRefusedError => new ActionRefusedError(threadId, why);
  if (options.mode === "observe") throw refuse('The graph is only observed: its `mode` is "observe".');
  const tuple = await patiently(() => saver.getTuple(checkpointConfig(threadId)));
  const run = journal.runs.at(-1);
  if (tuple === undefined || run === undefined)
    throw refuse("It has no run that was judged by this graph's rollback.");
  const head = tuple.checkpoint.id;
  const records = recordsOfRun(journal.records, run);
  const asked = unansweredIn(journal);
  if (asked !== undefined && asked.run === run) {
    if (asked.checkpoint === head) return { head, record: asked.record, records, asked, isEarlier: false };
    throw refuse(
      asked.checkpoint === undefined
        ? "The graph around it asks whether it is to be rolled back: answer that graph's question."
        : "A question about its rollback is left on it. Call the graph with `null`, and look again.",
    );
  }
  const record = records.at(-1);
  if (record === undefined)
    throw refuse("Its run waits for a person or is under way: no attempt of it has ended.");
  if (isRollBack(record))
    throw refuse(
      `Attempt ${record.attempt} of its run is rolled back, and attempt ${record.attempt + 1} is under way, waits for a person or was cut off. \`resumeRollback\` goes on with one that was cut off.`,
    );
  if (record.unfinished === true)
    throw refuse("A rollback of it has begun to undo and is not completed. `resumeRollback` completes it.");
  const isEarlier = record.stands?.fork === head;
  if (!isEarlier && record.head !== head && forkedEnd(tuple, ["question-over"]) !== record.head)
    throw refuse("A newer run is on it, or somebody has updated its state, since its last run was judged.");
  return { head, record, records, isEarlier };
}
