import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/** Files that a folder is searched for. */
const KINDS: ReadonlySet<string> = new Set([".json", ".jsonl"]);

/** More is no set of labelled traces. */
const MOST_FILES = 100_000;

/**
 * The files that are named, and in place of each folder the `.json` and `.jsonl` files in it and in its folders, in order of
 * their names, numbers by value. Links inside a folder are not followed.
 *
 * @throws {CommandFailedError} if there is no such file, or a folder holds none or too many
 */
export async function filesIn(named: readonly string[]): Promise<readonly string[]> {
  const parts = await Promise.all(named.map(filesAt));
  return parts.flat();
}

async function filesAt(named: string): Promise<readonly string[]> {
  const found = await lookAt(named);
  if (!found.isDirectory()) return [named];
  const entries = await readdir(named, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && KINDS.has(path.extname(entry.name).toLowerCase()))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted(byName.compare);
  if (files.length === 0 || files.length > MOST_FILES)
    throw new CommandFailedError(
      `Expected 1 to ${MOST_FILES} .json or .jsonl files in the folder ${named}, got ${files.length}.`,
    );
  return files;
}

const byName = new Intl.Collator("en", { numeric: true });

async function lookAt(file: string) {
  try {
    return await stat(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandFailedError(`Could not read ${file}: ${reason}`, { cause });
  }
}
