import { type BigIntStats, lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** Which file a path names, however it is spelt. */
export interface FileIdentity {
  /** The same for two paths of one file. */
  readonly id: string;
  readonly kind: "file" | "other" | "missing";
  /** The path without links, where the file exists. */
  readonly target: string;
}

/**
 * What exists is known by its inode. A file that does not exist is known by its folder and its name; names that differ
 * in case alone count as one, since they are one file on some systems.
 */
export function fileIdentity(file: string): FileIdentity {
  const found = statOf(file);
  if (found !== undefined)
    return { id: inodeOf(found), kind: found.isFile() ? "file" : "other", target: realpathSync(file) };
  // A link to nothing.
  const link = linkOf(file);
  if (link !== undefined) return { id: inodeOf(link), kind: "file", target: file };
  const full = path.resolve(file);
  const folder = statOf(path.dirname(full));
  const name = path.basename(full).normalize("NFC").toLowerCase();
  return {
    id: `${folder === undefined ? path.dirname(full) : inodeOf(folder)}/${name}`,
    kind: "missing",
    target: file,
  };
}

function statOf(file: string): BigIntStats | undefined {
  return unlessMissing(() => statSync(file, { bigint: true }));
}

function linkOf(file: string): BigIntStats | undefined {
  return unlessMissing(() => lstatSync(file, { bigint: true }));
}

/** What cannot be looked at cannot be told from what is not there; reading or writing it says why. */
function unlessMissing(look: () => BigIntStats): BigIntStats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function inodeOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
