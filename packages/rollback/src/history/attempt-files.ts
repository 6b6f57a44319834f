import path from "node:path";

import { SnapshotsMissingError } from "../errors/snapshots-missing-error.ts";
import { changedFiles, type ChangedFile } from "../workspace/changed-files.ts";
import { exportTree } from "../workspace/export-files.ts";
import { fileDifference, type FileDifference } from "../workspace/file-difference.ts";
import { snapshotAt, withSnapshots } from "../workspace/open-snapshots.ts";
import type { SnapshotsPlace } from "../workspace/store-place.ts";
import type { FilesProblem } from "../workspace/workspace.ts";
import type { AttemptFiles } from "./attempt-record.ts";

/** Options for reading the files of an attempt. */
export interface ReadFilesOptions {
  /** Folder that keeps the snapshots. Default: the one that the record names. */
  readonly store?: string | undefined;
}

/** Files that an attempt has changed. */
export interface AttemptChanges {
  /** In the order of their paths. */
  readonly files: readonly ChangedFile[];
  /** Compares the contents of one of them. */
  readonly difference: (file: ChangedFile) => Promise<FileDifference>;
}

/**
 * Compares the files of an attempt where it began and where it ended. Only reads.
 *
 * @param files as the attempt's record has them
 * @param work  gets what has changed, which can be read until it ends
 * @throws {SnapshotsMissingError} if functions of the user's store the files, or the snapshots are not on this machine
 * @throws {GitMissingError} if there is no git
 */
export async function withAttemptChanges<T>(
  files: AttemptFiles,
  work: (changes: AttemptChanges) => Promise<T>,
  options: ReadFilesOptions = {},
): Promise<T> {
  const { end, start } = files;
  return withSnapshots(placeIn(files, options), async (shadow) => {
    const before = await snapshotAt(shadow, stored(start, "began"));
    const after = start === end ? before : await snapshotAt(shadow, stored(end, "ended"));
    return work({
      files: await changedFiles(shadow, before, after),
      difference: (file) => fileDifference(shadow, file),
    });
  });
}

/**
 * Writes the files that an attempt has left into a folder: contents, modes, links and empty folders. Nothing is written outside of it.
 *
 * @param files as the attempt's record has them
 * @param out   a folder that is new or empty
 * @returns how many were written, and paths that could not be, each with the reason
 * @throws {SnapshotsMissingError} if functions of the user's store the files, or the snapshots are not on this machine
 * @throws {GitMissingError} if there is no git
 * @throws {RangeError} if there is something in the folder
 */
export async function exportAttemptFiles(
  files: AttemptFiles,
  out: string,
  options: ReadFilesOptions = {},
): Promise<{ readonly written: number; readonly problems?: readonly FilesProblem[] }> {
  return withSnapshots(placeIn(files, options), async (shadow) =>
    exportTree(shadow, await snapshotAt(shadow, stored(files.end, "ended")), out),
  );
}

function placeIn({ place }: AttemptFiles, { store }: ReadFilesOptions): SnapshotsPlace {
  if (place === undefined)
    throw new SnapshotsMissingError(
      "the record names no folder. Functions of your own (`snapshot` and `restore`) have stored them, or the folder could not be opened.",
    );
  return store === undefined ? place : { ...place, store: path.resolve(store) };
}

function stored(id: string | undefined, where: string): string {
  if (id !== undefined) return id;
  throw new SnapshotsMissingError(`no snapshot was stored where the attempt ${where}.`);
}
