import { lstatSync, rmdirSync, unlinkSync, mkdirSync } from "node:fs";

import type { BlobReader } from "./blob-reader.ts";
import { isSameContent, isSameEntry, parentOf, type FileTree, type StoredEntry } from "./file-entry.ts";
import { ConflictCopies } from "./conflict-copies.ts";
import { setMode, setModesOfFolders } from "./set-mode.ts";
import { codeOf, foundAt, isGone, isUntouched, placeOf, type FoundFile } from "./walk-folder.ts";
import type { FilesProblem, Restored } from "./workspace.ts";
import { writeEntry } from "./write-entry.ts";

/** @internal Start and aim of a restore. */
export interface Restoring {
  readonly folder: string;
  /** The folder as it is. */
  readonly current: Omit<FileTree, "files"> & {
    readonly files: ReadonlyMap<string, StoredEntry & FoundFile>;
  };
  readonly target: FileTree;
  /** The folder as the run had left it, and the snapshot's id: what differs from that is somebody else's. */
  readonly since: { readonly id: string; readonly tree: FileTree } | undefined;
  /** Copies that lie there already. */
  readonly conflicts: readonly string[];
  /** Whether a path is left alone whatever it is. */
  readonly ignores: (at: string) => boolean;
}

/**
 * @internal Makes a folder what it was. Each path changes at once or not at all, so that a restore which is broken off can be done again. What cannot be
 * done is told, and all else is done.
 */
export async function restoreFolder(
  given: Restoring,
  blobs: BlobReader,
): Promise<Omit<Restored, "replaced">> {
  const work = new Work(given);
  for (const [at, entry] of given.current.files) work.clear(at, entry);
  for (const at of given.current.unstored.keys()) work.clearUnstored(at);
  work.removeFolders();
  work.makeFolders();
  for (const [at, entry] of given.target.files) await work.put(at, entry, blobs);
  work.finish();
  const conflicts = work.copies.kept();
  return {
    written: work.written,
    removed: work.removed,
    ...(conflicts.length === 0 ? {} : { conflicts }),
    ...(work.problems.length === 0 ? {} : { problems: work.problems }),
  };
}

class Work {
  readonly problems: FilesProblem[] = [];
  readonly copies: ConflictCopies;
  written = 0;
  removed = 0;
  readonly #given: Restoring;

  constructor(given: Restoring) {
    this.#given = given;
    this.copies = new ConflictCopies(given.folder, given.since?.id ?? "00000000");
    this.copies.found(given.conflicts);
  }

  /** Takes away a file or link that is not to stay. One that is to be replaced stays until it is. */
  clear(at: string, entry: StoredEntry & FoundFile): void {
    const { folder, target } = this.#given;
    const wanted = target.files.get(at);
    if (isSameEntry(wanted, entry) || this.#isUnknown(at)) return;
    this.#trying(at, () => {
      const now = foundAt(folder, at);
      if (now === undefined || isSameContent(wanted, entry)) return;
      if (this.#isForeign(at, entry) || !isUntouched(entry, now)) this.copies.keep(at);
      else if (wanted === undefined) {
        unlinkSync(placeOf(folder, at));
        this.removed += 1;
      }
    });
  }

  /** What could not be stored is moved out of the way only where something is to be. */
  clearUnstored(at: string): void {
    const { target, current } = this.#given;
    const isInTheWay = target.files.has(at) || (target.folders.has(at) && !current.folders.has(at));
    if (isInTheWay && !this.#isUnknown(at)) this.#trying(at, () => this.copies.keep(at));
  }

  /** Removes folders that came later, unless they hold what is left alone. */
  removeFolders(): void {
    const { folder, current, target } = this.#given;
    const later = [...current.folders.keys()].filter((at) => !target.folders.has(at) && !this.#isUnknown(at));
    for (const at of later.toSorted().toReversed())
      this.#trying(at, () => {
        try {
          rmdirSync(placeOf(folder, at));
        } catch (error) {
          if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error))) throw error;
          this.#tell(at, "The folder stays, as something in it is left alone.");
        }
      });
  }

  makeFolders(): void {
    const { folder, target, ignores } = this.#given;
    for (const at of [...target.folders.keys()].toSorted()) {
      if (at === "" || ignores(at)) continue;
      this.#trying(at, () => {
        const stats = lstatSync(placeOf(folder, at), { throwIfNoEntry: false });
        if (stats === undefined) mkdirSync(placeOf(folder, at), { mode: 0o700 });
        else if (!stats.isDirectory()) this.#tell(at, "Something that is no folder is in its place.");
      });
    }
  }

  /** Writes a file or link of the snapshot, if it is not as it is to be. */
  async put(at: string, wanted: StoredEntry, blobs: BlobReader): Promise<void> {
    const { folder, current, ignores } = this.#given;
    const entry = current.files.get(at);
    if (isSameEntry(wanted, entry) || ignores(at)) return;
    try {
      if (!this.#isInFolders(at)) return;
      const now = foundAt(folder, at);
      if (entry !== undefined && isSameContent(wanted, entry) && isUntouched(entry, now)) {
        if (setMode(folder, at, wanted.mode)) {
          this.written += 1;
          return;
        }
      } else if (now !== undefined && !isUntouched(entry, now)) this.copies.keep(at);
      await writeEntry(folder, at, wanted, blobs);
      this.written += 1;
    } catch (error) {
      this.#tell(at, `It could not be written: ${messageOf(error)}`);
    }
  }

  finish(): void {
    const { folder, target, ignores } = this.#given;
    setModesOfFolders(folder, target.folders, ignores, (at, error) => this.#tell(at, messageOf(error)));
  }

  /** Whether all around a path is a folder, so that nothing is written through a link. */
  #isInFolders(at: string): boolean {
    const parent = parentOf(at);
    if (parent === "") return true;
    const stats = lstatSync(placeOf(this.#given.folder, parent), { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return this.#isInFolders(parent);
    this.#tell(at, "What it lies in could not be made a folder.");
    return false;
  }

  /** Whether somebody else has changed a file, in another way than the restore is about to. */
  #isForeign(at: string, entry: StoredEntry): boolean {
    const { since } = this.#given;
    return since !== undefined && !isSameContent(since.tree.files.get(at), entry);
  }

  /** Whether the snapshot does not know what was here. */
  #isUnknown(at: string): boolean {
    const { unstored } = this.#given.target;
    if (unstored.size === 0) return false;
    return unstored.has(at) || (at !== "" && this.#isUnknown(parentOf(at)));
  }

  #trying(at: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isGone(error)) this.#tell(at, messageOf(error));
    }
  }

  #tell(path: string, reason: string): void {
    this.problems.push({ path, reason });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
