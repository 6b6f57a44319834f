import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { GitMissingError } from "langgraph-rollback/errors";

import { childEnvironment } from "./child-environment.ts";

/** The difference between two snapshots of a folder, as a unified diff. Snapshots are trees of git, which everybody can read. */
export async function snapshotDiff(store: string, from: string, to: string): Promise<string> {
  // A store has a place for each folder; this one has but one.
  const [place = ""] = await readdir(store);
  const repository = `--git-dir=${path.join(store, place, "git")}`;
  const files = [`${from}:files`, `${to}:files`];
  const diff = await git(repository, "diff", "--text", "--no-color", "--no-ext-diff", ...files);
  // Ids of contents tell a reader nothing, and depend on how git was set up.
  return diff.replaceAll(/^index .*\n/gm, "");
}

/** @throws {GitMissingError} if there is no git */
export async function checkGit(): Promise<void> {
  await git("--version");
}

async function git(...args: readonly string[]): Promise<string> {
  const env = { ...childEnvironment(), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  try {
    return (await promisify(execFile)("git", args, { env })).stdout;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === "ENOENT") throw new GitMissingError(error);
    throw error;
  }
}
