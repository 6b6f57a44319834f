import type { Attempt } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { rewind } from "./rewind.ts";
import { checkpointConfig } from "./thread.ts";

/**
 * @internal Carries out a decision to roll back, and says what runs next. Safe to repeat: the fork's id is part of the
 * decision, so a process that died in between makes the same fork or finds it made.
 */
export async function attemptFromFork(
  context: RollbackContext,
  failed: Attempt,
  record: AttemptRecord,
): Promise<Attempt> {
  if (record.rewind === undefined)
    throw new TypeError("Expected a record of a rollback, got one without `rewind`.");
  const { checkpoint, fork } = record.rewind;
  const { run, threadId } = failed;
  const number = record.attempt + 1;
  const { note } = record;
  const known = await context.saver.getTuple(checkpointConfig(threadId, fork));
  if (known === undefined) {
    await rewind(context.graph, threadId, {
      checkpoint,
      fork,
      stamp: { run, attempt: number },
      ...(record.updates === undefined ? {} : { updates: record.updates }),
    });
  }
  const { runId: _, ...config } = failed.config;
  return {
    run,
    number,
    threadId,
    input: failed.input,
    call: null,
    config,
    fork,
    ...(note === undefined ? {} : { note }),
  };
}
