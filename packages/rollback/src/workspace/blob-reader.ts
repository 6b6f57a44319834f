import { once } from "node:events";
import type { ChildProcessWithoutNullStreams } from "node:child_process";

import { gitError, startGit, type Shadow } from "./git.ts";

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly chunks: AsyncIterator<Buffer>;
}

/** @internal Reads contents from the object store, one after the other, in one process of git that starts with the first. */
export class BlobReader {
  readonly #shadow: Shadow;
  #started: Started | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #failed: Error | undefined;

  constructor(shadow: Shadow) {
    this.#shadow = shadow;
  }

  /**
   * A content, piece by piece: files may be larger than memory. It has to be read to its end before the next.
   *
   * @throws {Error} if it is not stored
   */
  async *read(oid: string): AsyncGenerator<Buffer, void> {
    this.#started ??= this.#start();
    this.#started.child.stdin.write(`${oid}\n`);
    const line = await this.#line();
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(line)?.[1];
    if (size === undefined) throw new Error(`Git has no content ${oid}: ${line}`);
    for (let left = Number(size); left > 0;) {
      if (this.#rest.length === 0) await this.#more();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
    // Git ends each content with a line's end of its own.
    if (this.#rest.length === 0) await this.#more();
    this.#rest = this.#rest.subarray(1);
  }

  #start(): Started {
    const child = startGit(this.#shadow, ["cat-file", "--batch"]);
    child.on("error", (error) => (this.#failed = gitError(error)));
    child.stdin.on("error", () => {});
    child.stderr.resume();
    const chunks: AsyncIterable<Buffer> = child.stdout;
    return { child, chunks: chunks[Symbol.asyncIterator]() };
  }

  async #line(): Promise<string> {
    while (!this.#rest.includes(10)) await this.#more();
    const end = this.#rest.indexOf(10);
    const line = this.#rest.subarray(0, end).toString();
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  async #more(): Promise<void> {
    const next = await this.#started?.chunks.next();
    const { value, done } = next ?? { value: undefined, done: true };
    if (done === true) throw this.#failed ?? new Error("`git cat-file` ended before all was read.");
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  async close(): Promise<void> {
    const child = this.#started?.child;
    if (child === undefined) return;
    const isOver = child.exitCode !== null || this.#failed !== undefined;
    const ended = isOver ? undefined : once(child, "close").catch(() => {});
    child.stdin.end();
    // A content may not have been read to its end.
    child.stdout.destroy();
    await ended;
  }
}
