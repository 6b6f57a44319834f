import { forkedEnd } from "../../rewinding/fork-end.ts";
import type { AskedRollback, AttemptRecord } from "../../history/attempt-record.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { StampedAttempt } from "../../steps/attempt-stamp.ts";
import type { OpenQuestion } from "../decide/ask-human.ts";
import { endOfRecord } from "../attempt/attempt-end.ts";
import { readsOf } from "../attempt/attempt-reads.ts";
import type { Attempt } from "../attempt/attempt.ts";

/** @internal The latest question about the rollback of an attempt that was put at a checkpoint, answered or not. */
export function questionAt(
  questions: readonly AskedRollback[],
  { run, attempt, head }: StampedAttempt & { readonly head: string },
): AskedRollback | undefined {
  return questions.findLast(
    (question) =>
      question.run === run && question.attempt === attempt && (question.checkpoint ?? question.head) === head,
  );
}

/** @internal The question about an attempt that has failed, with the end that it had. */
export async function openQuestion(
  context: RollbackContext,
  attempt: Attempt,
  asked: AskedRollback,
): Promise<OpenQuestion> {
  const { threadId } = attempt;
  const end = await endOfRecord(context, threadId, { ...asked.record, head: asked.head });
  const reads = readsOf(context, threadId, asked.head);
  return { asked, ended: { kind: "ended", attempt, end, reads } };
}

/** @internal Whether the question about a failed attempt, whose end this was, has been taken back. */
export async function wasAsked(
  { saver }: RollbackContext,
  record: AttemptRecord,
  { threadId, head }: { readonly threadId: string; readonly head: string },
): Promise<boolean> {
  const tuple = await saver.getTuple(checkpointConfig(threadId, head));
  return tuple !== undefined && forkedEnd(tuple, ["question-over"]) === record.head;
}
