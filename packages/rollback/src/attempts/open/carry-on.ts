import { isEffectError } from "../../errors/is-effect-error.ts";
import { NothingToRunError } from "../../errors/nothing-to-run-error.ts";
import { RevalidateError } from "../../errors/revalidate-error.ts";
import { ThreadMovedError } from "../../errors/thread-moved-error.ts";
import type { AttemptRecord } from "../../history/attempt-record.ts";
import { appendEntry } from "../../history/journal.ts";
import { newForkId } from "../../langgraph/fork-id.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { RollBackRecord } from "../attempt/attempt-from-fork.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { carryOut, type StoppedRollback } from "../back/carry-out.ts";
import { hasFork } from "./open-decision.ts";
import { wasPartlyUndone } from "../back/partly-undone.ts";
import { stopRollback } from "../back/stop-rollback.ts";

/** @internal Outcome of a decision that was left behind, in the call that resumes its thread. */
export type CarriedOn =
  | { readonly kind: "forked"; readonly next: Attempt }
  /** Another process has made the fork. */
  | { readonly kind: "elsewhere" }
  /** It is not carried out: the attempt's own result stands. */
  | { readonly kind: "left"; readonly record: AttemptRecord; readonly failure: unknown };

/**
 * @internal Carries out a decision that another call has left behind. Where that cannot be done, its record says so as after a first try.
 *
 * @param at.head  the thread's newest checkpoint
 * @param at.isOwn whether that is the failed attempt's last, or a question about the decision, or one that a human lets the rollback go back over
 * @throws {RollbackUnfinishedError} if something is undone and the fork cannot be made
 * @throws {UndoFailedError | UndoMissingError | EffectsUnreadableError} if nothing can be undone
 * @throws what the checkpointer throws; the decision stays open then, if nothing is undone
 */
export async function carryOn(
  context: RollbackContext,
  failed: Pick<Attempt, "run" | "threadId" | "input" | "config">,
  decision: RollBackRecord,
  lease: HeldLease,
  at: { readonly head: string; readonly isOwn: boolean },
): Promise<CarriedOn> {
  const carried = at.isOwn
    ? await carryOut(context, failed, await withNewestFork(context, failed, decision, at.head), lease, {
        threadHead: at.head,
        isResumed: true,
      })
    : await movedOn(context, failed, decision, at.head);
  if (carried.kind !== "stopped") return carried;
  const { failure, isTouched } = carried;
  if (failure instanceof ThreadMovedError) {
    // A write that a process sent just before it died can arrive after its lock is free.
    if (failure.presentHead === decision.rewind.fork) return { kind: "elsewhere" };
    if (at.isOwn && !isTouched) throw failure;
  }
  const isFinal = isTouched || !at.isOwn || isEffectError(failure) || isOfGraph(failure);
  if (!isFinal) failed.config.signal?.throwIfAborted();
  if (!isFinal) throw failure;
  const { record, error } = await stopRollback(context, failed, carried);
  if (error !== undefined || isEffectError(failure)) throw error ?? failure;
  return { kind: "left", record, failure };
}

/** Whether a rollback is not carried out because of the user's own code: another try would end alike. */
const isOfGraph = (failure: unknown): boolean =>
  failure instanceof RevalidateError || failure instanceof NothingToRunError;

/**
 * Of a thread's checkpoints the one with the latest id is its head. Where a rollback was given up and its question taken back, that checkpoint is newer
 * than the fork would be: the fork gets another id, which is stored before it is made.
 */
async function withNewestFork(
  context: RollbackContext,
  { threadId }: Pick<Attempt, "threadId">,
  decision: RollBackRecord,
  head: string,
): Promise<RollBackRecord> {
  const { rewind } = decision;
  if (head < rewind.fork || (await hasFork(context, threadId, decision))) return decision;
  const renewed = { ...decision, rewind: { ...rewind, fork: newForkId() } };
  await appendEntry(context.saver, threadId, "attempt", renewed);
  return renewed;
}

/** Somebody else has put a checkpoint behind the failed attempt: its decision is carried out elsewhere, or not at all. */
async function movedOn(
  context: RollbackContext,
  failed: Pick<Attempt, "run" | "threadId">,
  decision: RollBackRecord,
  head: string,
): Promise<StoppedRollback | { readonly kind: "elsewhere" }> {
  const { threadId } = failed;
  if (await hasFork(context, threadId, decision)) return { kind: "elsewhere" };
  const isTouched = await wasPartlyUndone(context, failed, decision);
  const failure = new ThreadMovedError(threadId, decision.head, head);
  return { kind: "stopped", record: decision, isTouched, failure };
}
