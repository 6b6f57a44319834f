import type { RollbackUnfinishedError } from "../../errors/rollback-unfinished-error.ts";
import { ThreadMovedError } from "../../errors/thread-moved-error.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import { appendEntry } from "../../history/journal.ts";
import { fence } from "../../locking/fence.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt, EndedAttempt } from "../attempt/attempt.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import { carryOut } from "./carry-out.ts";
import { keepAnyway } from "../attempt/keep-anyway.ts";
import { withHoldsDiscarded, withHoldsReleased } from "../end/settle-holds.ts";
import { withFilesOfStanding } from "./put-files-back.ts";
import { putInPlace, withStanding, type StandingPlace, type RunEnding } from "../end/standing-attempt.ts";
import { notCarriedOut, stopRollback } from "./stop-rollback.ts";
import { withStraysUndone } from "./undo-strays.ts";

/** @internal Outcome of a decision: the record of it that counts, and the attempt that follows a rollback. */
export type Settled =
  | { readonly kind: "rolled-back"; readonly record: RollBackRecord; readonly next: Attempt }
  /** Something is undone, and nothing runs next: the call throws the error. */
  | { readonly kind: "unfinished"; readonly record: AttemptRecord; readonly error: RollbackUnfinishedError }
  | ({ readonly kind: "over" } & RunEnding);

/**
 * @internal Stores the decision to roll back in the thread's history and then carries it out: if the process dies in between, another one can
 * continue. If the checkpointer refuses before anything is undone, the run's own result stands and the record says why.
 *
 * @param given.threadHead the thread's newest checkpoint, where that is a question about the decision
 * @param given.isResumed  whether another call has judged the attempt, maybe with another version of the graph
 *
 * A thread that a newer run has moved is not written to at all: no decision, no fork.
 */
export async function rollBack(
  context: RollbackContext,
  { attempt, reads }: EndedAttempt,
  record: RollBackRecord,
  lease: HeldLease,
  {
    threadHead = record.head,
    isResumed,
  }: { readonly threadHead?: string | undefined; readonly isResumed: boolean },
): Promise<Settled> {
  const { saver } = context;
  const { threadId, config } = attempt;
  try {
    await patiently(() => fence(saver, threadId, threadHead, lease));
    await appendEntry(saver, threadId, "attempt", record);
  } catch (error) {
    config.signal?.throwIfAborted();
    const failed = notCarriedOut(record, error);
    if (!(error instanceof ThreadMovedError)) await keepAnyway(saver, threadId, failed);
    return { kind: "over", record: failed };
  }
  const carried = await carryOut(context, attempt, record, lease, { reads, threadHead, isResumed });
  if (carried.kind === "forked") return { kind: "rolled-back", record: carried.record, next: carried.next };
  const { record: stopped, error } = await stopRollback(context, attempt, carried);
  return error === undefined
    ? { kind: "over", record: stopped }
    : { kind: "unfinished", record: stopped, error };
}

/**
 * @internal Stores the decision that ends a run in the thread's history. If no attempt has passed, the thread then continues from the best one. If
 * the process dies in between, another one can do the rest.
 *
 * @returns the record as it was stored: if the checkpointer refuses the decision, the record says so
 */
export async function keepVerdict(
  context: RollbackContext,
  ended: EndedAttempt,
  decided: AttemptRecord,
  place: StandingPlace,
): Promise<Extract<Settled, { readonly kind: "over" }>> {
  const { saver } = context;
  const { threadId } = ended.attempt;
  const undone = await withStraysUndone(context, ended, decided);
  const record = await withHoldsDiscarded(context, ended.attempt, undone);
  const chosen = await withStanding(context, ended, record, place);
  try {
    await appendEntry(saver, threadId, "attempt", chosen.record);
  } catch (error) {
    const failed = notCarriedOut(record, error);
    await keepAnyway(saver, threadId, failed);
    return { kind: "over", record: failed };
  }
  const verdict = await putInPlace(context, ended, chosen, record, place);
  if (verdict.record !== chosen.record) await keepAnyway(saver, threadId, verdict.record);
  const told = await withFilesOfStanding(context, ended.attempt, verdict.record, chosen.records);
  return { kind: "over", ...verdict, record: await withHoldsReleased(context, ended.attempt, told) };
}
