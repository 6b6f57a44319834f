import { lstatSync, readdirSync, type Dirent, type Stats } from "node:fs";
import { setImmediate } from "node:timers/promises";

import { OWN_NAMES, PERMISSIONS, type EntryKind } from "./file-entry.ts";
import type { Ignores } from "./ignore-rules.ts";

/** Entries that are looked at before other work of the process has its turn: about ten milliseconds. */
const AT_ONCE = 2000;

/** @internal A file or link as the disk describes it. While none of this changes, its content does not. */
export interface FoundFile {
  readonly kind: EntryKind;
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** @internal Contents of a folder. */
export interface FoundFiles {
  readonly files: Map<string, FoundFile>;
  readonly folders: Map<string, number>;
  /** Paths that cannot be stored, with the reason. */
  readonly unstored: Map<string, string>;
  /** Files of our own: left by a restore that was broken off. */
  readonly parts: string[];
  /** Copies that earlier restores have kept. */
  readonly conflicts: string[];
}

/**
 * @internal Looks through a folder. Folders inside it that are repositories are looked through, too, without their `.git`. Links are not
 * followed, and what is ignored is not looked at.
 */
export async function walkFolder(folder: string, ignores: Ignores): Promise<FoundFiles> {
  const found: FoundFiles = {
    files: new Map(),
    folders: new Map(),
    unstored: new Map(),
    parts: [],
    conflicts: [],
  };
  found.folders.set("", lstatSync(folder).mode & PERMISSIONS);
  const open = [""];
  let seen = 0;
  for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
    const names = namesIn(folder, inside, found);
    seen += names.length;
    if (seen > AT_ONCE) {
      seen = 0;
      await setImmediate();
    }
    const prefix = inside === "" ? "" : `${inside}/`;
    for (const each of names) look(folder, prefix + each.name, each, ignores, found, open);
  }
  return found;
}

function namesIn(folder: string, inside: string, found: FoundFiles): readonly Dirent[] {
  try {
    return readdirSync(placeOf(folder, inside), { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    found.unstored.set(inside, `The folder cannot be read (${codeOf(error)}).`);
    return [];
  }
}

function look(
  folder: string,
  at: string,
  entry: Dirent,
  ignores: Ignores,
  found: FoundFiles,
  open: string[],
): void {
  const { name } = entry;
  if (name === ".git" || ignores(at, entry.isDirectory())) return;
  if (OWN_NAMES.part.test(name)) found.parts.push(at);
  else if (OWN_NAMES.conflict.test(name)) found.conflicts.push(at);
  else if (name.includes("\uFFFD")) found.unstored.set(at, "Its name is not UTF-8.");
  else if (/^\.git$/i.test(name)) found.unstored.set(at, "Git stores nothing of this name.");
  else {
    const stats = statsUnlessRefused(folder, at, found);
    if (stats === undefined) return;
    const mode = stats.mode & PERMISSIONS;
    const kind = kindOf(stats);
    if (stats.isDirectory()) {
      found.folders.set(at, mode);
      open.push(at);
    } else if (kind === undefined) found.unstored.set(at, "It is no file: a socket, a pipe or a device.");
    else {
      const { size, mtimeMs, ctimeMs, ino } = stats;
      found.files.set(at, { kind, mode, size, mtimeMs, ctimeMs, ino });
    }
  }
}

function statsUnlessRefused(folder: string, at: string, found: FoundFiles): Stats | undefined {
  try {
    return statsOf(placeOf(folder, at));
  } catch (error) {
    found.unstored.set(at, `It cannot be looked at (${codeOf(error)}).`);
    return undefined;
  }
}

/** `undefined` if there is nothing any more. */
function statsOf(file: string): Stats | undefined {
  return lstatSync(file, { throwIfNoEntry: false });
}

const kindOf = (stats: Stats): EntryKind | undefined =>
  stats.isFile() ? "file" : stats.isSymbolicLink() ? "link" : undefined;

/** @internal The code of a system's error, such as "EACCES". */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "unknown error";
}

/** @internal Whether an error says that there is no such file. */
export const isGone = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(error));

/** @internal Place of a workspace's path on the disk. */
export const placeOf = (folder: string, at: string): string => (at === "" ? folder : `${folder}/${at}`);

/** @internal A file or link as it is now; `undefined` if there is neither. */
export function foundAt(folder: string, at: string): FoundFile | undefined {
  const stats = statsOf(placeOf(folder, at));
  const kind = stats === undefined ? undefined : kindOf(stats);
  if (stats === undefined || kind === undefined) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return { kind, mode: stats.mode & PERMISSIONS, size, mtimeMs, ctimeMs, ino };
}

/** @internal Whether nothing has touched a file in between. */
export const isUntouched = (before: FoundFile | undefined, now: FoundFile | undefined): boolean =>
  before !== undefined &&
  now !== undefined &&
  before.ctimeMs === now.ctimeMs &&
  before.mtimeMs === now.mtimeMs &&
  before.size === now.size &&
  before.ino === now.ino &&
  before.kind === now.kind &&
  before.mode === now.mode;
