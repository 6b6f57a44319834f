import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import type { Workspace } from "langgraph-rollback";

type Restored = Awaited<ReturnType<Workspace["restore"]>>;
type Problem = NonNullable<Restored["problems"]>[number];

/** The files at one moment: each file's content by its digest, and its permissions. */
export interface Picture {
  readonly files: Readonly<Record<string, { readonly digest: string; readonly mode: number }>>;
  readonly folders: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * A sandbox that stores its files by copying them: another way than the one of `workspace: { folder }`, so that the suite is not fitted to that one. Every step of its work is a
 * method, so that a test can break it.
 */
export class CopyingSandbox implements Workspace {
  readonly folder: string;
  readonly store: string;

  constructor(base: string) {
    this.folder = join(base, "files");
    this.store = join(base, "snapshots");
    for (const each of [this.folder, this.store]) mkdirSync(each, { recursive: true });
  }

  at(path: string): string {
    return join(this.folder, path);
  }

  async snapshot(): Promise<Awaited<ReturnType<Workspace["snapshot"]>>> {
    const picture = this.picture();
    const id = this.idOf(picture);
    for (const [path, { digest }] of Object.entries(picture.files)) this.keep(path, digest);
    this.writeWhole(join(this.store, id), JSON.stringify(picture));
    return { id, problems: picture.problems };
  }

  async restore(id: string, since?: string): Promise<Restored> {
    const target = this.pictureOf(id);
    const before = since === undefined ? undefined : this.pictureOf(since);
    const current = this.picture();
    const conflicts: string[] = [];
    let [written, removed] = [0, 0];
    for (const [path, { digest }] of Object.entries(current.files)) {
      const wanted = target.files[path]?.digest;
      if (this.isForeign({ digest, wanted, left: before?.files[path]?.digest }, before !== undefined))
        conflicts.push(this.keepBeside(path));
      else if (wanted === undefined) removed += this.drop(path);
    }
    this.removeFolders(current.folders.filter((each) => !target.folders.includes(each)));
    for (const each of target.folders) mkdirSync(this.at(each), { recursive: true });
    for (const [path, { digest, mode }] of Object.entries(target.files)) {
      const isThere = current.files[path]?.digest === digest && current.files[path].mode === mode;
      if (!isThere) written += this.put(path, digest, mode);
    }
    return { written, removed, conflicts };
  }

  idOf(picture: Picture): string {
    return digestOf(JSON.stringify(picture));
  }

  picture(): Picture {
    const files: Record<string, { digest: string; mode: number }> = {};
    const folders: string[] = [];
    const problems: Problem[] = [];
    for (const path of readdirSync(this.folder, { recursive: true, encoding: "utf8" }).toSorted()) {
      const stats = lstatSync(this.at(path));
      if (stats.isDirectory()) folders.push(path);
      else if (!stats.isFile()) problems.push({ path, reason: "It is no file." });
      else if (!/\.theirs-\d+$/.test(path))
        files[path] = { digest: digestOf(this.read(path)), mode: stats.mode & 0o777 };
    }
    return { files, folders, problems };
  }

  pictureOf(id: string): Picture {
    if (!/^[0-9a-f]{64}$/.test(id)) throw new RangeError(`"${id}" is no id of a snapshot.`);
    const picture: Picture = JSON.parse(readFileSync(join(this.store, id), "utf8"));
    return picture;
  }

  /** Whether a file is neither what the run has left nor what it is to be. */
  isForeign(
    { digest, wanted, left }: { digest: string; wanted: string | undefined; left: string | undefined },
    isSince: boolean,
  ): boolean {
    return isSince && digest !== wanted && digest !== left;
  }

  keep(path: string, digest: string): void {
    const stored = join(this.store, `content-${digest}`);
    if (!existsSync(stored)) copyFileSync(this.at(path), stored);
  }

  put(path: string, digest: string, mode: number): 1 {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    this.writeWhole(this.at(path), readFileSync(join(this.store, `content-${digest}`)));
    chmodSync(this.at(path), mode);
    return 1;
  }

  drop(path: string): 1 {
    rmSync(this.at(path));
    return 1;
  }

  keepBeside(path: string): string {
    let number = 1;
    while (existsSync(this.at(`${path}.theirs-${number}`))) number += 1;
    renameSync(this.at(path), this.at(`${path}.theirs-${number}`));
    return `${path}.theirs-${number}`;
  }

  /** Folders in which somebody else's files lie stay. */
  removeFolders(later: readonly string[]): void {
    for (const each of later.toReversed())
      if (readdirSync(this.at(each)).length === 0) rmSync(this.at(each), { recursive: true });
  }

  list(): readonly string[] {
    return this.#all("isFile");
  }

  folders(): readonly string[] {
    return this.#all("isDirectory");
  }

  read(path: string): Uint8Array {
    return readFileSync(this.at(path));
  }

  write(path: string, content: Uint8Array): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), content);
  }

  remove(path: string): void {
    rmSync(this.at(path), { recursive: true, force: true });
  }

  #all(kind: "isFile" | "isDirectory"): readonly string[] {
    const all = readdirSync(this.folder, { recursive: true, encoding: "utf8" });
    return all.filter((each) => lstatSync(this.at(each))[kind]());
  }

  /** Nobody ever sees half of it. */
  writeWhole(file: string, content: string | Uint8Array): void {
    const part = join(this.store, `part-${randomUUID()}`);
    writeFileSync(part, content);
    renameSync(part, file);
  }
}

const digestOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
