import { mkdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { GitMissingError } from "../errors/git-missing-error.ts";
import { git, type Shadow } from "./git.ts";
import { codeOf, placeOf, type FoundFile } from "./walk-folder.ts";

/** @internal Contents in the object store: git's id of each by its path, and why others are not there. */
export interface StoredContents {
  readonly oids: Map<string, string>;
  readonly unstored: Map<string, string>;
}

/**
 * @internal Stores the contents of files, and the targets of links, as they are: no filter and no line ending of git alters them.
 *
 * @param scratch a folder outside of the workspace
 */
export async function storeContents(
  shadow: Shadow,
  files: readonly (readonly [path: string, found: FoundFile])[],
  scratch: string,
): Promise<StoredContents> {
  const stored: StoredContents = { oids: new Map(), unstored: new Map() };
  if (files.length === 0) return stored;
  mkdirSync(scratch, { recursive: true });
  const sources = new Map<string, string>();
  try {
    for (const [index, [at, { kind }]] of files.entries()) {
      if (kind === "file") sources.set(at, placeOf(shadow.folder, at));
      else addTarget(shadow.folder, at, path.join(scratch, `${index}`), sources, stored);
    }
    await storeAll(shadow, [...sources], stored);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return stored;
}

/** The target of a link as a file of its own, so that all are stored at once. */
function addTarget(
  folder: string,
  at: string,
  file: string,
  sources: Map<string, string>,
  { unstored }: StoredContents,
): void {
  try {
    writeFileSync(file, readlinkSync(placeOf(folder, at), "buffer"));
    sources.set(at, file);
  } catch (error) {
    unstored.set(at, `The link cannot be read (${codeOf(error)}).`);
  }
}

/** Git ends at the first file that it cannot read: halves are tried, until it is known which ones those are. */
async function storeAll(
  shadow: Shadow,
  sources: readonly (readonly [path: string, source: string])[],
  stored: StoredContents,
): Promise<void> {
  const [first] = sources;
  if (first === undefined) return;
  try {
    const oids = await hashed(
      shadow,
      sources.map(([, source]) => source),
    );
    for (const [index, [at]] of sources.entries()) stored.oids.set(at, oids[index] ?? "");
  } catch (error) {
    if (error instanceof GitMissingError) throw error;
    if (sources.length === 1) {
      stored.unstored.set(first[0], reasonOf(error));
      return;
    }
    const half = Math.ceil(sources.length / 2);
    await storeAll(shadow, sources.slice(0, half), stored);
    await storeAll(shadow, sources.slice(half), stored);
  }
}

/** @internal Git's ids of files' contents, which are in the object store then. */
export async function hashed(shadow: Shadow, sources: readonly string[]): Promise<readonly string[]> {
  const args = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
  const input = sources.map((source) => `${quoted(source)}\n`).join("");
  const oids = (await git(shadow, args, { input })).toString().trimEnd().split("\n");
  if (oids.length !== sources.length)
    throw new Error(`\`git hash-object\` gave ${oids.length} ids for ${sources.length} files.`);
  return oids;
}

/** A path as git reads it from a line. */
function quoted(source: string): string {
  const escaped = source
    .replaceAll(/["\\]/g, (sign) => `\\${sign}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
  return `"${escaped}"`;
}

const reasonOf = (error: unknown): string =>
  `It cannot be read: ${error instanceof Error ? error.message : String(error)}`;
