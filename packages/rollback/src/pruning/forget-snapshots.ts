import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { readJournal } from "../history/journal.ts";
import { dropSnapshots, storedSnapshots } from "../workspace/drop-snapshots.ts";
import type { SnapshotsPlace } from "../workspace/store-place.ts";
import { snapshotsOf, type NamedSnapshots, type PrunedThread } from "./prune-thread.ts";
import type { ThreadTables } from "./thread-tables.ts";

/** @internal Deleted threads, and the snapshots that they name. */
export type DeletedSnapshots = ReadonlyMap<string, readonly NamedSnapshots[]>;

/**
 * @internal Removes the snapshots of deleted threads that no other thread of the database names.
 *
 * @returns the threads, with how many snapshots went with each
 */
export async function forgetSnapshots(
  {
    isDryRun,
    saver,
    tables,
  }: { readonly isDryRun: boolean; readonly saver: BaseCheckpointSaver; readonly tables: ThreadTables },
  pruned: readonly PrunedThread[],
  deleted: DeletedSnapshots,
): Promise<readonly PrunedThread[]> {
  if (deleted.size === 0) return pruned;
  const named = await namedElsewhere(saver, tables, deleted);
  const told: PrunedThread[] = [];
  for (const thread of pruned) {
    let snapshots = 0;
    for (const { ids, place } of deleted.get(thread.threadId) ?? []) {
      const kept = named.get(textOf(place)) ?? new Set();
      const gone = storedSnapshots(place).filter((id) => ids.has(id) && !kept.has(id));
      snapshots += gone.length;
      if (!isDryRun) await dropSnapshots(place, gone);
    }
    told.push(snapshots === 0 ? thread : { ...thread, losses: { ...thread.losses, snapshots } });
  }
  return told;
}

const textOf = (place: SnapshotsPlace): string => JSON.stringify([place.folder, place.store]);

/** The snapshots that threads name that stay, by place. */
async function namedElsewhere(
  saver: BaseCheckpointSaver,
  tables: ThreadTables,
  deleted: DeletedSnapshots,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const named = new Map<string, Set<string>>();
  for (let id = await tables.next(""); id !== undefined; id = await tables.next(id)) {
    if (deleted.has(id)) continue;
    for (const { ids, place } of snapshotsOf(await tables.read(id), await readJournal(saver, id))) {
      const known = named.get(textOf(place)) ?? new Set();
      for (const each of ids) known.add(each);
      named.set(textOf(place), known);
    }
  }
  return named;
}
