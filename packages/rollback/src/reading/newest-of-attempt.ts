import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { stampedAttempt, type StampedAttempt } from "../steps/attempt-stamp.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { listTolerantly } from "../recording/tolerant-reads.ts";

/** @internal Whether an attempt wrote a checkpoint, by its metadata. */
export function isOf(
  { run, attempt }: StampedAttempt,
  metadata: Readonly<Record<string, unknown>> | undefined,
): boolean {
  const stamp = stampedAttempt(metadata);
  return stamp?.run === run && stamp.attempt === attempt;
}

/** @internal Id of an attempt's newest checkpoint in a namespace, its fork included, wherever the thread's head is. */
export async function newestOfAttempt(
  saver: BaseCheckpointSaver,
  threadId: string,
  attempt: StampedAttempt,
  namespace = "",
): Promise<string | undefined> {
  const filter = { rollback_run: attempt.run, rollback_attempt: attempt.attempt };
  const config = checkpointConfig(threadId, undefined, namespace);
  // Checkpointers load all that they list, with whole states, before they give the first. Not every checkpointer filters before it counts.
  for (const limit of [{ limit: 1 }, {}])
    for await (const { metadata, checkpoint } of listTolerantly(saver, config, { filter, ...limit }))
      if (isOf(attempt, { ...metadata })) return checkpoint.id;
  return undefined;
}
