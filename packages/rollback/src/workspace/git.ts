import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";

import { GitMissingError } from "../errors/git-missing-error.ts";

/** @internal A repository of our own, and the folder whose files it stores. */
export interface Shadow {
  readonly repository: string;
  readonly folder: string;
  /** Folder of further objects, which are read and never written. */
  readonly objects?: string;
}

/**
 * Git's environment: nothing of the user's own configuration, nor of a git that called this process.
 * The paths of the system's programs are in the process's environment and nowhere else.
 */
function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("GIT_"));
  return {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    ...more,
  };
}

/** @internal Starts git on a shadow repository, inside the workspace's folder. */
export function startGit(
  { repository, folder, objects }: Shadow,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const places = [`--git-dir=${repository}`, `--work-tree=${folder}`, "-c", "core.hooksPath="];
  // Git reads a name in quotes as one name, whatever is in it.
  const more = objects === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) };
  return spawn("git", [...places, ...args], {
    cwd: folder,
    env: environment({ ...more, ...env }),
    windowsHide: true,
  });
}

/**
 * @internal Runs git on a shadow repository.
 *
 * @param options.input   for its standard input
 * @param options.isQuiet whether a word on its standard error is a failure, too: some commands only warn of what they leave out
 * @returns its standard output
 * @throws {GitMissingError} if there is no git
 * @throws {Error} with git's own message if it fails
 */
export function git(
  shadow: Shadow,
  args: readonly string[],
  {
    input = "",
    env,
    isQuiet = false,
  }: { readonly input?: string; readonly env?: Record<string, string>; readonly isQuiet?: boolean } = {},
): Promise<Buffer> {
  const child = startGit(shadow, args, env);
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  // Git may end before it has read all: its status tells why.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(gitError(error)));
    child.on("close", (code, signal) => {
      const said = Buffer.concat(errors).toString().trim();
      if (code === 0 && !(isQuiet && said !== "")) resolve(Buffer.concat(out));
      else {
        reject(new Error(`\`git ${args[0] ?? ""}\` ended with ${code ?? signal}: ${said}`));
      }
    });
  });
}

/** @internal Why git could not be started. */
export const gitError = (error: Error): Error =>
  Reflect.get(error, "code") === "ENOENT" ? new GitMissingError(error) : error;
