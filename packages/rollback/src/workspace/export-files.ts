import { lstatSync, mkdirSync, readdirSync, realpathSync } from "node:fs";

import { BlobReader } from "./blob-reader.ts";
import { PERMISSIONS, type FileTree } from "./file-entry.ts";
import type { Shadow } from "./git.ts";
import { restoreFolder } from "./restore-folder.ts";
import type { Restored } from "./workspace.ts";

/**
 * @internal Writes the files of a snapshot into a folder.
 *
 * @param out is made if there is none
 * @throws {RangeError} if there is something in it
 */
export async function exportTree(
  shadow: Shadow,
  target: FileTree,
  out: string,
): Promise<Pick<Restored, "written" | "problems">> {
  mkdirSync(out, { recursive: true });
  const folder = realpathSync(out);
  if (readdirSync(folder).length > 0)
    throw new RangeError(
      `Expected an empty or a new folder, but there is something in ${JSON.stringify(out)}.`,
    );
  const current = {
    files: new Map(),
    folders: new Map([["", lstatSync(folder).mode & PERMISSIONS]]),
    unstored: new Map(),
  };
  const blobs = new BlobReader(shadow);
  try {
    const given = { folder, current, target, since: undefined, conflicts: [], ignores: () => false };
    const { problems, written } = await restoreFolder(given, blobs);
    return { written, ...(problems === undefined ? {} : { problems }) };
  } finally {
    await blobs.close();
  }
}
