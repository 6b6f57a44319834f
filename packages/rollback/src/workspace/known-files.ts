import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

import { isUntouched, type FoundFile } from "./walk-folder.ts";

/** Milliseconds in which a change may leave a file's times as they are: on disks that count them finely, and on those that count whole seconds. */
const FINE = 100;
const COARSE = 2500;

/** A file as it was found when its content was stored. */
export interface KnownFile extends FoundFile {
  readonly oid: string;
  /** Whether it may have been changed after that without any trace in its times. */
  readonly isFresh: boolean;
}

const knownSchema = z.array(
  z.tuple([
    z.string(),
    z.object({
      kind: z.enum(["file", "link"]),
      mode: z.number(),
      size: z.number(),
      mtimeMs: z.number(),
      ctimeMs: z.number(),
      ino: z.number(),
      oid: z.string(),
      isFresh: z.boolean(),
    }),
  ]),
);

/** @internal Files whose content is stored already. Only others are read. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/**
 * @internal The stored content of a file, if nothing has touched the file since.
 */
export function knownContent(known: KnownFile | undefined, found: FoundFile): string | undefined {
  return known !== undefined && !known.isFresh && isUntouched(known, found) ? known.oid : undefined;
}

/**
 * @internal A file whose content has just been stored.
 *
 * @param at milliseconds since the epoch, before the file was looked at
 */
export function knownFile(found: FoundFile, oid: string, at: number): KnownFile {
  const { mtimeMs, ctimeMs } = found;
  const isFine = !Number.isInteger(mtimeMs) || !Number.isInteger(ctimeMs);
  return { ...found, oid, isFresh: Math.max(mtimeMs, ctimeMs) > at - (isFine ? FINE : COARSE) };
}

/** @internal The list that another process has left in a file; empty if that cannot be read. */
export function readKnownFiles(file: string): KnownFiles {
  try {
    const parsed = knownSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return new Map(parsed.data);
  } catch {
    return new Map();
  }
}

/** @internal Leaves them for other processes. Without them these read all files once more. */
export function writeKnownFiles(file: string, known: KnownFiles, part: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(part, JSON.stringify([...known]), { mode: 0o600 });
    renameSync(part, file);
  } catch {
    // Another process then reads all files once more.
  }
}
