import type { Attempt } from "./attempt.ts";
import { readsOf } from "./attempt-reads.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { fence } from "../locking/fence.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { readJournal } from "../history/journal.ts";
import { patiently } from "../recording/patiently.ts";
import { waitsAtFork } from "./pause.ts";
import { makeFork } from "../rewinding/rewind.ts";
import type { ThreadLease } from "../locking/thread-lock.ts";
import { noteChannelOf } from "../rewinding/note-channel.ts";
import { noteIdsIn } from "../rewinding/note-message.ts";

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
  const { checkpoint, keep, into, memory, kind } = record.rewind;
  const { run, threadId } = failed;
  const number = record.attempt + 1;
  const { note } = record;
  await patiently(() => fence(context.saver, threadId, record.head, lease));
  const { pauses } = await patiently(() => readJournal(context.saver, threadId));
  const waits = waitsAtFork(pauses, { run, number, rewind: record.rewind });
  const options = {
    checkpoint,
    fork: record.rewind.fork,
    ...(keep === undefined ? {} : { keep }),
    ...(into === undefined ? {} : { into }),
    ...(memory === undefined ? {} : { memory }),
    noteChannel: noteChannelOf(context.graph, context.options.noteChannel),
    stamp: { run, attempt: number },
    ...(record.updates === undefined ? {} : { updates: record.updates }),
  };
  const read = readsOf(context, failed, record.head).checkpoint;
  // Made again, it is the same fork.
  const { fork, kept } = await patiently(() => makeFork(context.graph, threadId, options, read));
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
    ...(waits ? { waits } : {}),
    kept,
    ...(note === undefined ? {} : { note, noteIds: noteIdsIn(record.updates) }),
  };
}
