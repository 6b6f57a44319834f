import type { Attempt } from "./attempt.ts";
import type { AttemptRecord } from "./attempt-record.ts";
import { giveUpOver } from "./give-up.ts";
import { appendRecord } from "./journal.ts";
import { attemptFromFork } from "./roll-back.ts";
import type { RollbackContext } from "./rollback-context.ts";

/** @internal A decision that was carried out: its record as kept, and the attempt that follows a rollback. */
export interface SettledAttempt {
  readonly record: AttemptRecord;
  readonly next?: Attempt;
}

/**
 * @internal Keeps a decision in the thread's history and carries it out, in this order, so that a process that dies in
 * between can go on. If the store refuses, the run's own result stands and the record says why.
 */
export async function settleAttempt(
  context: RollbackContext,
  attempt: Attempt,
  record: AttemptRecord,
): Promise<SettledAttempt> {
  try {
    await appendRecord(context.saver, attempt.threadId, record);
    if (record.decision !== "roll-back") return { record };
    return { record, next: await attemptFromFork(context, attempt, record) };
  } catch (error) {
    const { rewind: _rewind, updates: _updates, ...rest } = record;
    const failed: AttemptRecord = { ...rest, ...giveUpOver(error) };
    await appendRecord(context.saver, attempt.threadId, failed).catch(() => {
      // The store is down: the record still goes out with the event.
    });
    return { record: failed };
  }
}
