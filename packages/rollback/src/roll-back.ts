import type { Attempt } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { fence } from "./fence.ts";
import { noteChannelOf } from "./note-updates.ts";
import type { RollbackContext } from "./rollback-context.ts";
import { rewind } from "./rewind.ts";
import type { ThreadLease } from "./thread-lock.ts";

/**
 * @internal Carries out a decision to roll back, and says what runs next. The fork's id is part of the decision, so a
 * process that goes on for one that died makes the same fork. Where the fork is made, the thread's head has moved.
 *
 * @throws {ThreadMovedError} if the thread's head is no longer the one that was judged; nothing is written then
 * @throws {ThreadLockLostError} if the run no longer has the thread to itself; nothing is written then
 */
export async function attemptFromFork(
  context: RollbackContext,
  failed: Attempt,
  record: AttemptRecord,
  lease: ThreadLease,
): Promise<Attempt> {
  if (record.rewind === undefined)
    throw new TypeError("Expected a record of a rollback, got one without `rewind`.");
  const { checkpoint, fork, keep, into, memory, kind } = record.rewind;
  const { run, threadId } = failed;
  const number = record.attempt + 1;
  const { note } = record;
  await fence(context.saver, threadId, record.head, lease);
  await rewind(context.graph, threadId, {
    checkpoint,
    fork,
    ...(keep === undefined ? {} : { keep }),
    ...(into === undefined ? {} : { into }),
    ...(memory === undefined ? {} : { memory }),
    noteChannel: noteChannelOf(context.graph, context.options.noteChannel),
    stamp: { run, attempt: number },
    ...(record.updates === undefined ? {} : { updates: record.updates }),
  });
  const { runId: _, ...config } = failed.config;
  return {
    run,
    number,
    threadId,
    input: failed.input,
    call: null,
    config,
    fork,
    isPartial: kind !== "superstep",
    ...(note === undefined ? {} : { note }),
  };
}
