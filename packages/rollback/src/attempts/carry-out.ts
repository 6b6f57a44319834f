import { RevalidateError } from "../errors/revalidate-error.ts";
import { checkChannels } from "../langgraph/check-channels.ts";
import type { ThreadLease } from "../locking/thread-lock.ts";
import { stateAt } from "../reading/read-step.ts";
import { patiently } from "../recording/patiently.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { attemptFromFork, type RollBackRecord } from "./attempt-from-fork.ts";
import { readsOf, type AttemptReads } from "./attempt-reads.ts";
import type { Attempt } from "./attempt.ts";
import { undoForFork } from "./undo-for-fork.ts";

/** @internal What became of a decision to roll back: its record as things stand, and what runs next or why nothing does. */
export type CarriedOut =
  | { readonly kind: "forked"; readonly record: RollBackRecord; readonly next: Attempt }
  | { readonly kind: "stopped"; readonly record: RollBackRecord; readonly failure: unknown };

/**
 * @internal Carries out a decision to roll back that the history holds: undoes what it lists, and makes the fork. Done again after a crash, it goes
 * on where it was.
 *
 * @param given.reads      what was read of the failed attempt already
 * @param given.threadHead the thread's newest checkpoint, where that is a question about the decision
 * @throws as {@link attemptFromFork} does
 * @throws {RevalidateError} if `revalidate` fails; nothing is undone then
 */
export async function carryOut(
  context: RollbackContext,
  failed: Pick<Attempt, "run" | "threadId" | "input" | "config">,
  record: RollBackRecord,
  lease: ThreadLease,
  {
    reads: known,
    threadHead = record.head,
  }: { readonly reads?: AttemptReads; readonly threadHead?: string | undefined } = {},
): Promise<CarriedOut> {
  const reads = known ?? readsOf(context, failed.threadId, record.head);
  const revalidated = await revalidatedFor(context, record, reads);
  const { failure, record: told } = await undoForFork(context, failed, record, reads.trajectory);
  if (failure !== undefined) return { kind: "stopped", record: told, failure };
  const next = await attemptFromFork(context, failed, told, lease, { reads, revalidated, threadHead });
  return { kind: "forked", record: told, next };
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
