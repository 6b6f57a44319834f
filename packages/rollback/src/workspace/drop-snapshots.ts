import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { git } from "./git.ts";
import { CONFIG } from "./open-shadow.ts";
import { pathOfPlace, type SnapshotsPlace } from "./store-place.ts";
import { textOf } from "./stored-tree.ts";

/** Folder in which git keeps a name for each snapshot. */
const REFERENCES = "refs/snapshots";

/**
 * @internal Ids of the snapshots that a place holds on this machine. A place is read from a record, so it may be anything: one whose repository is not as this package makes it holds none.
 */
export function storedSnapshots(place: SnapshotsPlace): readonly string[] {
  const kept = pathOfPlace(place);
  const isOwn =
    textOf(path.join(kept, "folder")) === `${place.folder}\n` &&
    textOf(path.join(kept, "git/config")) === CONFIG;
  const references = path.join(kept, "git", REFERENCES);
  if (!isOwn || !existsSync(references)) return [];
  return readdirSync(references).filter((id) => /^[0-9a-f]{40,64}$/.test(id));
}

/** Objects that a run has just stored have no name yet. */
const UNNAMED = "1.day.ago";

/**
 * @internal Removes snapshots, and the contents that no other snapshot has and that were stored more than a day ago. The folder itself stays as it is.
 *
 * @param ids of those that the place holds
 */
export async function dropSnapshots(place: SnapshotsPlace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const repository = path.join(pathOfPlace(place), "git");
  for (const id of ids) rmSync(path.join(repository, REFERENCES, id), { force: true });
  try {
    await git({ repository, folder: repository }, ["prune", `--expire=${UNNAMED}`]);
  } catch {
    // A snapshot without a name goes the next time.
  }
}
