import { once } from "node:events";
import type { ChildProcessWithoutNullStreams } from "node:child_process";

import { gitError, startGit, type Shadow } from "./git.ts";

/** @internal Reads contents from the object store, one after the other, in one process of git. */
export class BlobReader {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #failed: Error | undefined;

  constructor(shadow: Shadow) {
    this.#child = startGit(shadow, ["cat-file", "--batch"]);
    this.#child.on("error", (error) => (this.#failed = gitError(error)));
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.resume();
    const chunks: AsyncIterable<Buffer> = this.#child.stdout;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * A content, piece by piece: files may be larger than memory. It has to be read to its end before the next.
   *
   * @throws {Error} if it is not stored
   */
  async *read(oid: string): AsyncGenerator<Buffer, void> {
    this.#child.stdin.write(`${oid}\n`);
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

  async #line(): Promise<string> {
    while (!this.#rest.includes(10)) await this.#more();
    const end = this.#rest.indexOf(10);
    const line = this.#rest.subarray(0, end).toString();
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done === true) throw this.#failed ?? new Error("`git cat-file` ended before all was read.");
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  async close(): Promise<void> {
    const isOver = this.#child.exitCode !== null || this.#failed !== undefined;
    const ended = isOver ? undefined : once(this.#child, "close").catch(() => {});
    this.#child.stdin.end();
    this.#child.stdout.resume();
    await ended;
  }
}
