import { chmodSync, lstatSync } from "node:fs";

import { PERMISSIONS } from "./file-entry.ts";
import { isGone, placeOf } from "./walk-folder.ts";

/** Permissions that a folder's owner needs to work in it. */
const OPEN = 0o700;

/** @internal Sets the mode of a file. Returns false where it has other names, which may lie outside of the workspace: it has to be written anew then. */
export function setMode(folder: string, at: string, mode: number): boolean {
  const stats = lstatSync(placeOf(folder, at));
  if (!stats.isFile() || stats.nlink > 1) return false;
  chmodSync(placeOf(folder, at), mode);
  return true;
}

/** @internal Sets the modes of folders, innermost first. */
export function setModesOfFolders(
  folder: string,
  modes: ReadonlyMap<string, number>,
  ignores: (at: string) => boolean,
  failed: (at: string, error: unknown) => void,
): void {
  for (const [at, mode] of [...modes].toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    if (at !== "" && ignores(at)) continue;
    try {
      const stats = lstatSync(placeOf(folder, at));
      if (stats.isDirectory() && (stats.mode & PERMISSIONS) !== mode) chmodSync(placeOf(folder, at), mode);
    } catch (error) {
      if (!isGone(error)) failed(at, error);
    }
  }
}

/** @internal Lets the owner into folders that an attempt has closed. Returns whether there were any. */
export function openFolders(folder: string, modes: ReadonlyMap<string, number>): boolean {
  const closed = [...modes].filter(([, mode]) => (mode & OPEN) !== OPEN);
  for (const [at, mode] of closed) {
    try {
      chmodSync(placeOf(folder, at), mode | OPEN);
    } catch {
      // It is told as a path that could not be read, or written.
      return false;
    }
  }
  return closed.length > 0;
}
