import type { Attempt } from "./attempt.ts";
import type { AttemptRecord } from "../history/attempt-record.ts";
import { RecordFormatError } from "../errors/record-format-error.ts";
import { ThreadMovedError } from "../errors/thread-moved-error.ts";
import { fence } from "../locking/fence.ts";
import { giveUpOver } from "../history/give-up.ts";
import { appendEntry } from "../history/journal.ts";
import { patiently } from "../recording/patiently.ts";
import { attemptFromFork } from "./roll-back.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { ThreadLease } from "../locking/thread-lock.ts";

/** @internal A decision that was carried out: its record as kept, and the attempt that follows a rollback. */
export interface SettledAttempt {
  readonly record: AttemptRecord;
  readonly next?: Attempt;
}

/**
 * @internal Keeps a decision in the thread's history and carries it out, in this order, so that a process that dies in
 * between can go on. If the store refuses, the run's own result stands and the record says why.
 *
 * A thread that a newer run has moved is not written to at all: no decision, no fork.
 */
export async function settleAttempt(
  context: RollbackContext,
  attempt: Attempt,
  record: AttemptRecord,
  lease: ThreadLease,
): Promise<SettledAttempt> {
  const { saver } = context;
  const { threadId } = attempt;
  let kept = false;
  try {
    if (record.decision === "roll-back") await patiently(() => fence(saver, threadId, record.head, lease));
    await appendEntry(saver, threadId, "attempt", record);
    kept = true;
    if (record.decision !== "roll-back") return { record };
    return { record, next: await attemptFromFork(context, attempt, record, lease) };
  } catch (error) {
    const failed = notCarriedOut(record, error);
    try {
      const silent = error instanceof ThreadMovedError && !(kept && (await isOpen(context, attempt, record)));
      if (!silent) await appendEntry(saver, threadId, "attempt", failed);
    } catch {
      // The store is down: the record still goes out with the event.
    }
    return { record: failed };
  }
}

/**
 * The record of a decision that could not be kept or carried out. A run that was accepted is unjudged then: it did not
 * fail, and nobody will find its verdict.
 */
function notCarriedOut(record: AttemptRecord, error: unknown): AttemptRecord {
  const { rewind: _rewind, updates: _updates, outcome, attribution, note, ...rest } = record;
  const isReadable = !(error instanceof RecordFormatError);
  const gaveUp = giveUpOver(error);
  if (record.decision === "accept")
    return {
      ...rest,
      ...gaveUp,
      reason: `The run was verified, but its verdict could not be kept (${gaveUp.problem.code}).`,
    };
  return {
    ...rest,
    ...(outcome === undefined ? {} : { outcome }),
    ...(attribution === undefined || !isReadable ? {} : { attribution }),
    ...(note === undefined || !isReadable ? {} : { note }),
    ...gaveUp,
  };
}

/** Whether a decision stands in the history without its fork; if another process has made the fork, it goes on there. */
async function isOpen(context: RollbackContext, attempt: Attempt, record: AttemptRecord): Promise<boolean> {
  const fork = await context.saver.getTuple(checkpointConfig(attempt.threadId, record.rewind?.fork));
  return fork === undefined;
}
