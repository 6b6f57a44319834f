import { Command } from "@langchain/langgraph";
import { ERROR, INTERRUPT, RESUME } from "@langchain/langgraph-checkpoint";

import type { Attempt } from "../attempts/attempt/attempt.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { PendingInterrupt } from "../langgraph/pending-interrupt.ts";

/** Channels that a task that still waits may have written: an error, too, if its answer was refused or it was aborted. */
const OPEN: readonly string[] = [INTERRUPT, RESUME, ERROR];

/**
 * @internal The first question of a paused attempt that waits for an answer. A task that was answered keeps its question
 * in the checkpointer until its superstep ends.
 *
 * @param asked the interrupts that the state shows
 * @returns `undefined` at a breakpoint, which asks nothing
 */
export async function pendingQuestion(
  context: RollbackContext,
  { threadId }: Pick<Attempt, "threadId">,
  asked: readonly PendingInterrupt[],
): Promise<PendingInterrupt | undefined> {
  const tuple = await context.saver.getTuple(checkpointConfig(threadId));
  const writes = tuple?.pendingWrites ?? [];
  const ended = ({ task }: PendingInterrupt): boolean =>
    writes.some(([id, channel]) => id === task && !OPEN.includes(channel));
  return asked.find((question) => !ended(question));
}

/** @internal The input that resumes a paused graph: an answer to its question, or nothing at a breakpoint. */
export function answerTo(question: PendingInterrupt | undefined, answer: unknown): Command | null {
  if (question === undefined) return null;
  return new Command({ resume: question.id === undefined ? answer : { [question.id]: answer } });
}
