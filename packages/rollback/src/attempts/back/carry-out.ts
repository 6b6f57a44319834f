import { NothingToRunError } from "../../errors/nothing-to-run-error.ts";
import { RevalidateError } from "../../errors/revalidate-error.ts";
import { ThreadLockLostError } from "../../errors/thread-lock-lost-error.ts";
import { checkChannels } from "../../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../../langgraph/thread.ts";
import type { HeldLease } from "../../locking/take-thread.ts";
import { stateAt } from "../../reading/read-step.ts";
import { patiently } from "../../recording/patiently.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import { attemptFromFork, type RollBackRecord } from "../attempt/attempt-from-fork.ts";
import { readsOf, type AttemptReads } from "../attempt/attempt-reads.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isPartlyUndone, wasPartlyUndone } from "./partly-undone.ts";
import { withFilesBack, withFilesForth } from "./put-files-back.ts";
import { undoForFork } from "./undo-for-fork.ts";

/** @internal Outcome of a decision to roll back: its record as things stand, and what runs next or why nothing does. */
export type CarriedOut =
  | { readonly kind: "forked"; readonly record: RollBackRecord; readonly next: Attempt }
  | StoppedRollback;

/** @internal A decision to roll back that has no fork yet. */
export interface StoppedRollback {
  readonly kind: "stopped";
  readonly record: RollBackRecord;
  /** Whether the failed attempt's state tells of something that is undone, or may be. */
  readonly isTouched: boolean;
  readonly failure: unknown;
}

/**
 * @internal Carries out a decision to roll back that the history holds: undoes what it lists, and makes the fork. Done again after a crash, it goes
 * on where it was. If the lock was lost meanwhile, the thread is taken again: what is undone needs its fork.
 *
 * @param given.reads      what was read of the failed attempt already
 * @param given.isResumed  whether another call has decided it, maybe with another version of the graph
 * @param given.threadHead the thread's newest checkpoint, where that is not the failed attempt's last: a question about the decision, or somebody else's
 */
export async function carryOut(
  context: RollbackContext,
  failed: Pick<Attempt, "run" | "threadId" | "input" | "config">,
  record: RollBackRecord,
  lease: HeldLease,
  {
    reads: known,
    threadHead = record.head,
    isResumed,
  }: {
    readonly reads?: AttemptReads;
    readonly threadHead?: string | undefined;
    readonly isResumed: boolean;
  },
): Promise<CarriedOut> {
  const reads = known ?? readsOf(context, failed.threadId, record.head);
  let told = record;
  let isTouched = isPartlyUndone(undefined, record);
  try {
    isTouched = await wasPartlyUndone(context, failed, record);
    if (isResumed) await checkDue(context, failed.threadId, record);
    const revalidated = await revalidatedFor(context, record, reads);
    const undone = await undoForFork(context, failed, record, reads.trajectory);
    ({ record: told, isTouched } = undone);
    if ("failure" in undone) throw undone.failure;
    told = await withFilesBack(context, failed, told, reads);
    const fork = (): Promise<Attempt> =>
      attemptFromFork(context, failed, told, lease, { reads, revalidated, threadHead });
    return { kind: "forked", record: told, next: await (isTouched ? withLock(lease, fork) : fork()) };
  } catch (failure) {
    const left = isTouched ? told : await withFilesForth(context, failed, told);
    return { kind: "stopped", record: left, isTouched, failure };
  }
}

/** The graph may have been altered since the attempt failed: there is a next attempt only if a task is left to run. */
async function checkDue(
  { graph }: RollbackContext,
  threadId: string,
  { rewind: { checkpoint, keep = [] } }: RollBackRecord,
): Promise<void> {
  const { tasks } = await patiently(() => graph.getState(checkpointConfig(threadId, checkpoint)));
  const kept = new Set(keep.map(({ taskId }) => taskId));
  if (tasks.every(({ id }) => kept.has(id))) throw new NothingToRunError(threadId, checkpoint);
}

/** Does something that needs the lock. If that is lost, takes the thread again first. */
async function withLock<T>(lease: HeldLease, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ThreadLockLostError)) throw error;
    await lease.retake();
    return work();
  }
}

/** Updates of what has aged in the state that the next attempt starts from. */
async function revalidatedFor(
  { graph, saver, options: { revalidate } }: RollbackContext,
  { rewind }: RollBackRecord,
  reads: AttemptReads,
): Promise<Readonly<Record<string, unknown>>> {
  if (revalidate === undefined) return {};
  const state = await patiently(async () => stateAt(graph, saver, await reads.checkpoint(rewind.checkpoint)));
  try {
    const updates = (await revalidate(state)) ?? {};
    checkChannels(graph, Object.keys(updates));
    return updates;
  } catch (cause) {
    throw new RevalidateError({ cause });
  }
}
