import { createReadStream, createWriteStream, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";

/** Names of the standard input. Opening one of the paths fails where it is a socket, as below Node. */
const STDIN: ReadonlySet<string> = new Set(["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

/** The names that the copies have on the command line. */
const given = new Map<string, string>();

/** The name on the command line of what a copy was made of; of another file, `undefined`. */
export function pipeCopied(file: string): string | undefined {
  return given.get(file);
}

/** Whether a word of the command line names the standard input. */
export function namesStdin(word: string): boolean {
  return word === "-" || STDIN.has(path.resolve(word));
}

/**
 * Copies of pipes in files of their own, for one command. A pipe can be read once and from its beginning alone: commands look at a
 * file's size and kind, go back in it, and read it again.
 */
export class PipeCopies {
  readonly #stdin: () => Readable;
  readonly #files: string[] = [];
  readonly #taken = new Map<string, string>();
  #folder: string | undefined;

  constructor(stdin: () => Readable) {
    this.#stdin = stdin;
  }

  /**
   * The copy of a pipe, or the file itself.
   *
   * @param file   `-` is the standard input
   * @param option that names it, for messages
   * @throws {UsageError} if something was to read the pipe before
   * @throws {CommandFailedError} if it cannot be read
   */
  async fileOf(file: string, option: string): Promise<string> {
    const isStdin = namesStdin(file);
    if (!isStdin && !isPipe(file)) return file;
    const pipe = isStdin ? "the standard input" : path.resolve(file);
    const taken = this.#taken.get(pipe);
    if (taken !== undefined)
      throw new UsageError(
        `Expected one of \`${taken}\` and \`${option}\` to name another file, got "${file}" for ${taken === option ? "two files" : "both"}: it can be read once.`,
      );
    this.#taken.set(pipe, option);
    return this.#copy(isStdin ? this.#stdin() : createReadStream(file), file, isStdin ? "stdin" : "pipe");
  }

  /** A message in which copies have the names of what they were made of. */
  named(text: string): string {
    return this.#files.reduce((told, file) => told.replaceAll(file, () => given.get(file) ?? file), text);
  }

  async remove(): Promise<void> {
    for (const file of this.#files) given.delete(file);
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  async #copy(pipe: Readable, name: string, stem: string): Promise<string> {
    this.#folder ??= await mkdtemp(path.join(tmpdir(), "langgraph-rollback-input-"));
    const number = this.#files.length === 0 ? "" : `-${this.#files.length + 1}`;
    const copy = path.join(this.#folder, `${stem}${number}.jsonl`);
    this.#files.push(copy);
    given.set(copy, name);
    try {
      await pipeline(pipe, createWriteStream(copy, { mode: 0o600 }));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CommandFailedError(`Could not read "${name}": ${reason}`, { cause });
    }
    return copy;
  }
}

function isPipe(file: string): boolean {
  try {
    const found = statSync(file);
    return found.isFIFO() || found.isCharacterDevice();
  } catch {
    // Reading it says why.
    return false;
  }
}
