import { type BigIntStats, statSync } from "node:fs";
import path from "node:path";
import { linkTarget } from "@langgraph-rollback/attribution";

/** Which file a path names, however it is spelt. */
export interface FileIdentity {
  /** The same for two paths of one file. */
  readonly id: string;
  readonly kind: "file" | "other" | "missing";
  /** The path without links. What is not a file, such as a pipe, keeps its own. */
  readonly target: string;
}

/**
 * A file that exists is known by its inode. A file that does not exist is known by its folder and its name; names that differ
 * in case alone count as one, since they are one file on some systems. A link to nothing is the file that it leads to.
 */
export function fileIdentity(file: string): FileIdentity {
  const found = statOf(file);
  if (found !== undefined)
    return found.isFile()
      ? { id: inodeOf(found), kind: "file", target: linkTarget(file) }
      : { id: inodeOf(found), kind: "other", target: file };
  const target = unlessMissing(() => linkTarget(file)) ?? file;
  const folder = statOf(path.dirname(path.resolve(target)));
  const name = path.basename(target).normalize("NFC").toLowerCase();
  return {
    id: `${folder === undefined ? path.dirname(path.resolve(target)) : inodeOf(folder)}/${name}`,
    kind: "missing",
    target,
  };
}

function statOf(file: string): BigIntStats | undefined {
  return unlessMissing(() => statSync(file, { bigint: true }));
}

/** A file that cannot be looked at cannot be told from a missing one; reading or writing it says why. */
function unlessMissing<Seen>(look: () => Seen): Seen | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function inodeOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
