import { PruneUnsupportedError } from "./errors/prune-unsupported-error.ts";
import { lockOver } from "./locking/in-process-thread-lock.ts";
import { deleteWholeThreads } from "./pruning/delete-whole-threads.ts";
import { forgetSnapshots } from "./pruning/forget-snapshots.ts";
import { timesOf, type PruneRule } from "./pruning/prune-rule.ts";
import {
  added,
  pruneThread,
  type LeftThread,
  type NamedSnapshots,
  type PrunedThread,
} from "./pruning/prune-thread.ts";
import { tablesOf } from "./pruning/tables-of.ts";
import type { StoredSize, TableSize, ThreadTables } from "./pruning/thread-tables.ts";
import { checkpointerOf, type GraphOrCheckpointer } from "./recording/graph-or-checkpointer.ts";

/** Account of what `prune` has deleted, and what it has left. */
export interface PruneReport {
  /** Nothing was deleted: `deleted` and `pruned` say what would be. */
  readonly isDryRun: boolean;
  /** Rows and bytes that are gone, by table. Empty for a checkpointer that does not tell. */
  readonly deleted: Readonly<Record<string, TableSize>>;
  /** Size before; absent for a checkpointer that does not tell. */
  readonly before?: StoredSize;
  /** Size after it; of a dry run, and of a checkpointer that does not tell, absent. */
  readonly after?: StoredSize;
  /** Threads of which something is gone, in the order of their ids, each with what cannot be read any more. */
  readonly pruned: readonly PrunedThread[];
  /** Threads that were left, of which something would have gone, and why. Of one that somebody has written to meanwhile, a part may be among `pruned`. */
  readonly left: readonly LeftThread[];
}

/**
 * Deletes old checkpoints and failed branches, so that every thread that stays can go on: with new input, resumed, after `updateState`, and with rollback. Histories, labels and effects
 * stay readable. Over a `SqliteSaver` or a `PostgresSaver` it deletes in transactions of bounded size, each of which leaves every thread able to go on. Over another checkpointer it can
 * only delete whole threads.
 *
 * A thread is left as it is, and named, while it waits for a human, is being run or rolled back, or holds acts that are not released.
 *
 * @param source a checkpointer, or a graph with one
 * @throws {PruneUnsupportedError} if the checkpointer cannot do what the rule asks for
 * @throws {InvalidOptionError | UnknownOptionError | NoCheckpointerError | UnsupportedGraphError}
 *
 * @example
 * const planned = await prune(checkpointer, { olderThan: "30d", keepFailed: "7d", dryRun: true });
 * for (const { threadId, losses } of planned.pruned) console.log(threadId, losses.labels);
 */
export async function prune(source: GraphOrCheckpointer, rule: PruneRule): Promise<PruneReport> {
  const times = timesOf(rule);
  const { dryRun: isDryRun = false, lock, threads, vacuum = false, batch = 200 } = rule;
  const saver = checkpointerOf(source);
  const tables = tablesOf(saver, lock !== undefined);
  if (tables === undefined) {
    if (rule.olderThan !== undefined || rule.keepFailed !== undefined || vacuum)
      throw new PruneUnsupportedError(
        saver.constructor.name,
        "Give `deleteThreads` alone to delete whole threads.",
      );
    return deleteWholeThreads(saver, {
      isDryRun,
      threads,
      before: times.threads,
      lock: lock ?? lockOver(saver),
    });
  }
  const before = await tables.size();
  const pruning = { saver, tables, lock: lock ?? lockOver(saver), times, isDryRun, batch };
  const pruned: PrunedThread[] = [];
  const left: LeftThread[] = [];
  const snapshots = new Map<string, readonly NamedSnapshots[]>();
  for await (const threadId of threadsIn(tables, threads)) {
    const outcome = await pruneThread(pruning, threadId);
    if (outcome.left !== undefined) left.push(outcome.left);
    if (outcome.pruned !== undefined) pruned.push(outcome.pruned);
    if (outcome.snapshots.length > 0) snapshots.set(threadId, outcome.snapshots);
  }
  const told = await forgetSnapshots(pruning, pruned, snapshots);
  if (vacuum && !isDryRun) await tables.vacuum();
  const deleted = pruned.reduce<Record<string, TableSize>>((sum, each) => added(sum, each.tables), {});
  return {
    isDryRun,
    deleted,
    before,
    ...(isDryRun ? {} : { after: await tables.size() }),
    pruned: told,
    left,
  };
}

async function* threadsIn(
  tables: ThreadTables,
  threads: readonly string[] | undefined,
): AsyncGenerator<string> {
  if (threads !== undefined) return yield* threads;
  for (let id = await tables.next(""); id !== undefined; id = await tables.next(id)) yield id;
}
