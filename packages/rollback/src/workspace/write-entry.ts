import { randomUUID } from "node:crypto";
import { open, rename, rm, symlink } from "node:fs/promises";

import type { BlobReader } from "./blob-reader.ts";
import { parentOf, type StoredEntry } from "./file-entry.ts";
import { placeOf } from "./walk-folder.ts";

/** @internal Writes a file or link beside its place and moves it there: a reader sees the old one or the new one. */
export async function writeEntry(
  folder: string,
  at: string,
  { kind, mode, oid }: StoredEntry,
  blobs: BlobReader,
): Promise<void> {
  const part = `${placeOf(folder, parentOf(at))}/.langgraph-rollback-${randomUUID()}.part`;
  try {
    if (kind === "link") {
      const target: Buffer[] = [];
      for await (const piece of blobs.read(oid)) target.push(piece);
      await symlink(Buffer.concat(target), part);
    } else await writeFile(part, mode, blobs.read(oid));
    await rename(part, placeOf(folder, at));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writeFile(part: string, mode: number, content: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(part, "wx", 0o600);
  try {
    for await (const piece of content) await handle.writeFile(piece);
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}
