import { START } from "@langchain/langgraph";

import { endQuestion } from "../../approving/question-checkpoint.ts";
import { QuestionDroppedError } from "../../errors/question-dropped-error.ts";
import type { AskedRollback, AttemptRecord } from "../../history/attempt-record.ts";
import { appendEntry, readJournal, recordsOfRun, type Journal } from "../../history/journal.ts";
import { problemOf } from "../../history/left-alone.ts";
import { checkpointConfig, checkpointTuple } from "../../langgraph/thread.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { mayAsk, notRolledBack } from "./ask-human.ts";
import type { Attempt } from "../attempt/attempt.ts";

/** @internal The question on a thread that nobody has answered, if there is one. */
export function unansweredIn({ problems, questions, records }: Journal): AskedRollback | undefined {
  const asked = questions.at(-1);
  if (asked === undefined) return undefined;
  const { run, attempt, record } = asked;
  // An attempt that was stopped early and goes on has no record before its own end.
  const hasGoneOn =
    record.outcome?.early !== undefined &&
    problems.some(
      (each) => each.run === run && each.attempt === attempt && each.problem.code === "STOP_REFUSED",
    );
  return hasGoneOn || recordsOfRun(records, run).some((each) => each.attempt === attempt) ? undefined : asked;
}

/**
 * @internal Notes down that a new turn has dropped the question about a rollback, if one is open: nobody will answer it. If the checkpointer refuses, the
 * turn runs all the same.
 */
export async function dropQuestion(context: RollbackContext, threadId: string): Promise<void> {
  if (!mayAsk(context)) return;
  const { saver } = context;
  try {
    const head = (await saver.getTuple(checkpointConfig(threadId)))?.checkpoint.id;
    const asked = unansweredIn(await readJournal(saver, threadId));
    if (asked === undefined) return;
    const { attempt, record } = asked;
    // A process may have died before it put the question.
    if (head !== asked.checkpoint && head !== asked.head) {
      await keepDropped(context, threadId, asked);
      return;
    }
    const reason = `Attempt ${attempt} failed, and a new turn began before anybody approved its rollback.`;
    await appendEntry(saver, threadId, "attempt", {
      ...notRolledBack(record),
      stopped: { by: "declined" },
      reason,
    });
  } catch {
    // The question stays in the history as open.
  }
}

/** @internal Notes down that somebody has moved a thread away from a question about a rollback, as an `updateState` does. */
export async function keepDropped(
  { saver }: RollbackContext,
  threadId: string,
  { attempt, record }: AskedRollback,
): Promise<AttemptRecord> {
  const problem = problemOf(new QuestionDroppedError(threadId, attempt));
  const reason = `Attempt ${attempt} failed, and the thread's state was updated before anybody approved its rollback.`;
  const dropped = { ...notRolledBack(record), reason, problem };
  await appendEntry(saver, threadId, "attempt", dropped);
  return dropped;
}

/**
 * @internal Somebody has moved a thread away from a question about a rollback: it is dropped, and the history says so.
 *
 * @returns the checkpoint from which the thread continues
 */
export async function questionLeft(
  context: RollbackContext,
  { threadId, run, number: attempt }: Attempt,
  asked: AskedRollback,
  head: string,
): Promise<string> {
  const { graph, saver } = context;
  const config = checkpointConfig(threadId, head);
  const { next } = await graph.getState(config);
  const last = next.includes(START) ? await checkpointTuple(saver, threadId, head) : undefined;
  const from =
    last === undefined
      ? head
      : await endQuestion({ graph, saver, threadId, attempt: { run, attempt }, last });
  await keepDropped(context, threadId, asked);
  return from;
}
