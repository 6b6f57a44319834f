import { spawn, spawnSync, type ChildProcess } from "node:child_process";

import { CommandNotStartedError } from "../errors/command-not-started-error.ts";
import { OutputTail } from "./output-tail.ts";

/** @internal A program to run without a shell. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>> | undefined;
  /** Input on stdin. */
  readonly input: string;
}

/** @internal How a program ended. */
export interface ProgramEnd {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of its output on stdout and stderr. */
  readonly output: string;
}

const isWindows = process.platform === "win32";

/**
 * @internal Runs a program until it ends. When the signal aborts, it is killed, with all that it has started. What a program leaves
 * behind in its process group is killed, too.
 *
 * @throws {CommandNotStartedError}
 */
export function runProgram(
  { command, args, input, ...place }: Program,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const env = { ...process.env, ...place.env };
  const child = spawn(command, args, { cwd: place.cwd, env, detached: !isWindows, windowsHide: true });
  const kill = (): void => killGroup(child);
  const output = new OutputTail();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => output.add(chunk));
  // A program need not read what it is given.
  child.stdin.on("error", () => {}).end(input);
  watch(child);
  signal.addEventListener("abort", kill, { once: true });
  child.once("exit", kill);
  return new Promise<ProgramEnd>((resolve, reject) => {
    child.once("error", (error) => reject(new CommandNotStartedError(command, error)));
    child.once("close", (exitCode, ended) => resolve({ exitCode, signal: ended, output: output.shown() }));
  }).finally(() => {
    unwatch(child);
    signal.removeEventListener("abort", kill);
  });
}

/** A group of its own does not end with this process by itself. */
const running = new Set<ChildProcess>();

function watch(child: ChildProcess): void {
  if (running.size === 0) process.once("exit", killRunning);
  running.add(child);
}

function unwatch(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.off("exit", killRunning);
}

function killRunning(): void {
  for (const child of running) killGroup(child);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (isWindows) spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], { windowsHide: true });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody of it is left.
  }
}
