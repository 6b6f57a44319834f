import { randomUUID } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";

import { BlobReader } from "./blob-reader.ts";
import { isSameContent, isSameEntry, type FileTree } from "./file-entry.ts";
import type { Shadow } from "./git.ts";
import { ignoreRules } from "./ignore-rules.ts";
import {
  knownContent,
  knownFile,
  readKnownFiles,
  writeKnownFiles,
  type KnownFile,
  type KnownFiles,
} from "./known-files.ts";
import { openShadow } from "./open-shadow.ts";
import { restoreFolder } from "./restore-folder.ts";
import { openFolders } from "./set-mode.ts";
import { storeContents } from "./store-contents.ts";
import { readTree, TreeWriter } from "./stored-tree.ts";
import { pathOfPlace, placeFor } from "./store-place.ts";
import { placeOf, walkFolder, type FoundFiles } from "./walk-folder.ts";
import type { FilesProblem, Restored, Snapshot, Workspace } from "./workspace.ts";

/** @internal A folder, and where its snapshots are kept. */
export interface FolderOptions {
  readonly folder: string;
  readonly ignore?: readonly string[] | undefined;
  readonly store?: string | undefined;
}

/** Trees that are remembered: of now, of an attempt's start, and of its end. */
const REMEMBERED = 3;

/** Files as they were found and stored. */
interface Taken {
  readonly id: string;
  readonly tree: Omit<FileTree, "files"> & { readonly files: KnownFiles };
  readonly conflicts: readonly string[];
}

/**
 * @internal A folder of this machine, whose files are kept by git in a repository of its own outside of it.
 *
 * What git does at a snapshot follows from what differs from the one before: without a difference nothing but the folder is looked at.
 */
export class FolderWorkspace implements Workspace {
  readonly #shadow: Shadow;
  readonly #ignore: readonly string[];
  readonly #writer: TreeWriter;
  readonly #known: string;
  readonly #own: string;
  #files: KnownFiles;
  #last: Taken | undefined;
  /** By snapshot, the latest last: reading one of ten thousand files takes longer than restoring it. */
  readonly #trees = new Map<string, FileTree>();
  /** One thing at a time. */
  #busy: Promise<unknown> = Promise.resolve();

  private constructor(shadow: Shadow, place: string, ignore: readonly string[]) {
    this.#shadow = shadow;
    this.#ignore = ignore;
    this.#own = path.join(place, `own-${process.pid}-${randomUUID()}`);
    this.#writer = new TreeWriter(shadow, path.join(this.#own, "index"));
    this.#known = path.join(place, "known-files.json");
    this.#files = readKnownFiles(this.#known);
    mkdirSync(this.#own, { recursive: true, mode: 0o700 });
  }

  /**
   * Opens a folder, which is made if there is none.
   *
   * @throws {GitMissingError} if there is no git
   * @throws {RangeError} if the snapshots would lie inside the folder
   */
  static async open({ folder, ignore = [], store }: FolderOptions): Promise<FolderWorkspace> {
    mkdirSync(folder, { recursive: true });
    const real = realpathSync(folder);
    const place = pathOfPlace(placeFor(real, store));
    return new FolderWorkspace(await openShadow(place, real), place, ignore);
  }

  snapshot(): Promise<Snapshot> {
    return this.#inTurn(async () => told(await this.#take()));
  }

  restore(id: string, since?: string): Promise<Restored> {
    return this.#inTurn(() => this.#restore(id, since));
  }

  /** Paths of files whose content differs from a snapshot: added, changed or deleted since. */
  changedSince(id: string): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const before = (await this.#treeOf(id)).files;
      const { files } = (await this.#take()).tree;
      const paths = new Set([...before.keys(), ...files.keys()]);
      return [...paths].filter((at) => !isSameContent(before.get(at), files.get(at))).toSorted();
    });
  }

  /** Leaves for other processes what is known of the files. */
  async close(): Promise<void> {
    await this.#busy;
    writeKnownFiles(this.#known, this.#files, path.join(this.#own, "known-files.json"));
    this.#writer.close();
    rmSync(this.#own, { recursive: true, force: true });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#busy.then(work);
    this.#busy = next.catch(() => {});
    return next;
  }

  async #take(): Promise<Taken> {
    // It is compared with the times of files, which are the system's.
    const at = Date.now();
    return this.#store(await walkFolder(this.#shadow.folder, ignoreRules(this.#ignore)), at);
  }

  /** @param at when the folder was looked through, at the latest */
  async #store(found: FoundFiles, at: number): Promise<Taken> {
    const files = new Map<string, KnownFile>();
    const open: Parameters<typeof storeContents>[1][number][] = [];
    for (const [each, file] of found.files) {
      const known = this.#files.get(each);
      if (known !== undefined && knownContent(known, file) !== undefined) files.set(each, known);
      else open.push([each, file]);
    }
    const { oids, unstored } = await storeContents(this.#shadow, open, path.join(this.#own, "links"));
    for (const [each, file] of open) {
      const oid = oids.get(each);
      if (oid !== undefined) files.set(each, knownFile(file, oid, at));
    }
    for (const [each, reason] of unstored) found.unstored.set(each, reason);
    const tree = { files, folders: found.folders, unstored: found.unstored };
    const isSame = this.#last !== undefined && isSameTree(this.#last.tree, tree);
    const id = isSame && this.#last !== undefined ? this.#last.id : await this.#writer.write(tree);
    this.#files = files;
    this.#last = { id, tree, conflicts: found.conflicts };
    this.#remember(id, tree);
    return this.#last;
  }

  async #restore(id: string, since: string | undefined): Promise<Restored> {
    const { folder } = this.#shadow;
    const target = await this.#treeOf(id);
    const before = since === undefined ? undefined : { id: since, tree: await this.#treeOf(since) };
    const begun = Date.now();
    const found = await this.#opened();
    removeParts(folder, found);
    const { tree: current, conflicts, id: replaced } = await this.#store(found, begun);
    const blobs = new BlobReader(this.#shadow);
    try {
      const rules = ignoreRules(this.#ignore);
      const ignores = (at: string): boolean => rules(at, target.folders.has(at));
      const given = { folder, current, target, since: before, conflicts, ignores };
      return { replaced, ...(await restoreFolder(given, blobs)) };
    } finally {
      await blobs.close();
    }
  }

  /** The folder, all of whose folders can be worked in. */
  async #opened(): Promise<FoundFiles> {
    const { folder } = this.#shadow;
    const ignores = ignoreRules(this.#ignore);
    let found = await walkFolder(folder, ignores);
    while (openFolders(folder, found.folders)) found = await walkFolder(folder, ignores);
    return found;
  }

  async #treeOf(id: string): Promise<FileTree> {
    return this.#remember(id, this.#trees.get(id) ?? (await readTree(this.#shadow, id)));
  }

  #remember(id: string, tree: FileTree): FileTree {
    this.#trees.delete(id);
    this.#trees.set(id, tree);
    for (const oldest of [...this.#trees.keys()].slice(0, -REMEMBERED)) this.#trees.delete(oldest);
    return tree;
  }
}

function told({ id, tree }: Taken): Snapshot {
  const problems: readonly FilesProblem[] = [...tree.unstored].map(([at, reason]) => ({ path: at, reason }));
  return problems.length === 0 ? { id } : { id, problems };
}

/** Removes files that a restore had begun when it was broken off. */
function removeParts(folder: string, { parts }: FoundFiles): void {
  for (const at of parts) rmSync(placeOf(folder, at), { force: true });
}

function isSameTree(a: FileTree, b: FileTree): boolean {
  return (
    isSameMap(a.files, b.files, (one, other) => one === other || isSameEntry(one, other)) &&
    isSameMap(a.folders, b.folders, (one, other) => one === other) &&
    isSameMap(a.unstored, b.unstored, (one, other) => one === other)
  );
}

function isSameMap<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  isSame: (one: T, other: T | undefined) => boolean,
): boolean {
  if (a.size !== b.size) return false;
  for (const [at, one] of a) if (!isSame(one, b.get(at))) return false;
  return true;
}
