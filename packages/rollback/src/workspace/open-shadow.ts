import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

import { git, type Shadow } from "./git.ts";
import { textOf } from "./stored-tree.ts";

/** No attribute of the folder's own files alters what git stores. */
const ATTRIBUTES = "* -text -ident -filter -eol -working-tree-encoding -diff -merge\n";

/** @internal Nothing of a repository depends on the system's or the user's configuration. */
export const CONFIG = `[core]
	repositoryformatversion = 0
	bare = false
	fileMode = true
	symlinks = true
	ignoreCase = false
	precomposeUnicode = false
	protectNTFS = false
	protectHFS = false
	autocrlf = false
	safecrlf = false
	hooksPath =
	logAllRefUpdates = false
	quotePath = false
[gc]
	auto = 0
[maintenance]
	auto = false
[commit]
	gpgSign = false
`;

/**
 * @internal Makes sure that a folder has a repository for its snapshots.
 *
 * @param place for the repository, outside of the folder
 */
export async function openShadow(place: string, folder: string): Promise<Shadow> {
  const shadow = { repository: path.join(place, "git"), folder };
  const { repository } = shadow;
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (!existsSync(path.join(repository, "HEAD")))
    await git(shadow, ["init", "-q", "--template=", "--initial-branch=snapshots"]);
  mkdirSync(path.join(repository, "info"), { recursive: true });
  keep(path.join(repository, "config"), CONFIG);
  keep(path.join(repository, "info/attributes"), ATTRIBUTES);
  removeLeftovers(place, repository);
  // For people who look for it.
  keep(path.join(place, "folder"), `${folder}\n`);
  return shadow;
}

/** Writes a file unless it is as it should be. */
function keep(file: string, text: string): void {
  if (textOf(file) !== text) writeFileSync(file, text);
}

/** Milliseconds after which what a process has left is none that one still works with. */
const LEFT = 3_600_000;

/** Removes what processes have left that were killed: their own folders, and locks of git, which would stand in the way of the same reference. */
function removeLeftovers(place: string, repository: string): void {
  for (const each of readdirSync(place)) if (each.startsWith("own-")) removeOld(path.join(place, each));
  const references = path.join(repository, "refs/snapshots");
  for (const each of existsSync(references) ? readdirSync(references) : [])
    if (each.endsWith(".lock")) removeOld(path.join(references, each));
}

function removeOld(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && stats.mtimeMs < Date.now() - LEFT)
    rmSync(file, { recursive: true, force: true });
}
