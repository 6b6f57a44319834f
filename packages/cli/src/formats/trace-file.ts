import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { type JsonPart, JsonSplitter, MOST_BYTES, type PartPlace } from "./json-parts.ts";

/** A file of traces, read piece by piece as often as a format needs. */
export interface TraceFile {
  /** Name without its folder and its extension: published sets name their instances by it. */
  readonly stem: string;
  /**
   * Its JSON values, one at a time.
   *
   * @throws {CommandFailedError} on one that is longer than a text may be
   */
  readonly parts: () => AsyncIterable<JsonPart>;
  /** One value again. */
  readonly partAt: (place: PartPlace) => Promise<JsonPart>;
  /**
   * All of it.
   *
   * @throws {CommandFailedError} if it is longer than a text may be
   */
  readonly text: () => Promise<string>;
}

/** A file that is still to be closed. */
export interface OpenedTraceFile extends TraceFile {
  readonly close: () => Promise<void>;
}

/** Bytes that are read at a time. */
const CHUNK = 2 ** 18;

/** Opens a file, which has to be closed. */
export async function openTraceFile(file: string): Promise<OpenedTraceFile> {
  const handle = await open(file);
  return {
    stem: path.parse(file).name,
    parts: () => partsOf(handle),
    partAt: async (place) => ({ ...place, text: (await bytesAt(handle, place)).toString("utf8").trimEnd() }),
    text: () => textOf(handle),
    close: () => handle.close(),
  };
}

/** Runs a task on a file, and closes it. */
export async function withTraceFile<Value>(
  file: string,
  task: (traces: TraceFile) => Promise<Value>,
): Promise<Value> {
  const opened = await openTraceFile(file);
  try {
    return await task(opened);
  } finally {
    await opened.close();
  }
}

async function* partsOf(handle: FileHandle): AsyncGenerator<JsonPart> {
  const splitter = new JsonSplitter(MOST_BYTES, `a file of ${await megabytesOf(handle)} MB`);
  for (let at = 0; ; at += CHUNK) {
    const chunk = await bytesAt(handle, { start: at, end: at + CHUNK });
    yield* splitter.push(chunk);
    if (chunk.length < CHUNK) break;
  }
  yield* splitter.end();
}

async function textOf(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  if (size > MOST_BYTES)
    throw new CommandFailedError(
      `Expected at most ${MOST_BYTES / 2 ** 20} MB in one text, got ${await megabytesOf(handle)} MB. Split the file.`,
    );
  return (await bytesAt(handle, { start: 0, end: size })).toString("utf8");
}

async function megabytesOf(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  return Math.ceil(size / 2 ** 20);
}

/** The bytes of a place, fewer where the file ends before. */
async function bytesAt(
  handle: FileHandle,
  { end, start }: Pick<PartPlace, "start" | "end">,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
