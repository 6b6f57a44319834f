import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";

import { GitMissingError } from "../errors/git-missing-error.ts";
import { SnapshotsMissingError } from "../errors/snapshots-missing-error.ts";
import type { FileTree } from "./file-entry.ts";
import type { Shadow } from "./git.ts";
import { CONFIG } from "./open-shadow.ts";
import { pathOfPlace, type SnapshotsPlace } from "./store-place.ts";
import { readTree, textOf } from "./stored-tree.ts";

/** @internal Git's id of a content without bytes, which is there when snapshots are opened. */
export const EMPTY_CONTENT = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

/**
 * @internal Opens the snapshots of a folder for reading, while `work` takes. A place is read from a record, so it may be anything: git takes the objects there, and
 * its configuration from a repository that is made for this.
 *
 * @throws {SnapshotsMissingError} if there are none
 */
export async function withSnapshots<T>(
  place: SnapshotsPlace,
  work: (shadow: Shadow) => Promise<T>,
): Promise<T> {
  const kept = pathOfPlace(place);
  const objects = path.join(kept, "git/objects");
  const isThere = statSync(objects, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isThere || textOf(path.join(kept, "folder")) !== `${place.folder}\n`)
    throw new SnapshotsMissingError(
      `this machine has no snapshots of the folder ${JSON.stringify(place.folder)} in ${JSON.stringify(place.store)}.`,
    );
  const scratch = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-"));
  try {
    const repository = path.join(scratch, "git");
    for (const each of ["objects", "refs"]) mkdirSync(path.join(repository, each), { recursive: true });
    writeFileSync(path.join(repository, "HEAD"), "ref: refs/heads/snapshots\n");
    writeFileSync(path.join(repository, "config"), CONFIG);
    const empty = path.join(repository, "objects", EMPTY_CONTENT.slice(0, 2));
    mkdirSync(empty);
    writeFileSync(path.join(empty, EMPTY_CONTENT.slice(2)), deflateSync("blob 0\0"));
    return await work({ repository, folder: scratch, objects });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @internal Reads the files of a snapshot.
 *
 * @throws {SnapshotsMissingError} if it is not there
 */
export async function snapshotAt(shadow: Shadow, id: string): Promise<FileTree> {
  try {
    return await readTree(shadow, id);
  } catch (error) {
    if (error instanceof GitMissingError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SnapshotsMissingError(`a snapshot is not there, or damaged. ${why}`, { cause: error });
  }
}
