import type { AttemptRecord, RewindRecord } from "../../history/attempt-record.ts";
import { readJournal } from "../../history/journal.ts";
import { fence } from "../../locking/fence.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { patiently } from "../../recording/patiently.ts";
import { noteChannelOf } from "../../rewinding/note-channel.ts";
import { carriersOf } from "../../steps/note-message.ts";
import { makeFork } from "../../rewinding/rewind.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptReads } from "./attempt-reads.ts";
import { waitsAtFork } from "./pause.ts";

/** @internal The record of a decision to roll back. */
export type RollBackRecord = AttemptRecord & { readonly rewind: RewindRecord };

/** @internal Whether a record is of a decision to roll back. */
export const isRollBack = (record: AttemptRecord): record is RollBackRecord => record.rewind !== undefined;

/**
 * @internal Carries out a decision to roll back, and says what runs next. The fork's id is part of the decision, so a process that continues for one
 * that died makes the same fork. Where the fork is made, the thread's head has moved.
 *
 * @param failed the attempt that the decision is about
 * @param given.reads       what was read of it already
 * @param given.revalidated updates of what has aged in the state
 * @param given.threadHead  the thread's newest checkpoint: that attempt's last, or the question about it
 * @throws {ThreadMovedError} if the thread's head is no longer the one that was judged; nothing is written then
 * @throws {ThreadLockLostError} if the run no longer has the thread to itself; nothing is written then
 */
export async function attemptFromFork(
  context: RollbackContext,
  failed: Pick<Attempt, "run" | "threadId" | "input" | "config">,
  { attempt, rewind, note, updates }: RollBackRecord,
  lease: HeldLease,
  given: {
    readonly reads: AttemptReads;
    readonly revalidated: Readonly<Record<string, unknown>>;
    readonly threadHead: string;
  },
): Promise<Attempt> {
  const { run, threadId, input } = failed;
  const { reads, revalidated, threadHead } = given;
  const number = attempt + 1;
  await patiently(() => fence(context.saver, threadId, threadHead, lease));
  const { pauses } = await patiently(() => readJournal(context.saver, threadId));
  const options = {
    ...rewind,
    noteChannel: noteChannelOf(context.graph, context.options.noteChannel),
    stamp: { run, attempt: number },
    updates: updates ?? {},
    revalidated,
  };
  // Made again, it is the same fork.
  const { fork, kept } = await patiently(() => makeFork(context.graph, threadId, options, reads.checkpoint));
  const { runId: _, ...config } = failed.config;
  return {
    run,
    number,
    threadId,
    input,
    call: null,
    config,
    start: {
      kind: "fork",
      checkpoint: fork,
      isPartial: rewind.kind !== "superstep",
      isNew: true,
      waits: waitsAtFork(pauses, { run, number, rewind }),
      kept,
    },
    note,
    ...carriersOf({ note, updates }),
  };
}
