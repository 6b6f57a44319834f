import { ForeignStreamError } from "./errors/foreign-stream-error.ts";

/** @internal Something that holds from a position in a stream on. */
export type ChunkNote = { readonly at: number } & (
  | { readonly type: "attempt"; readonly attempt: number }
  /** Chunks from position `from` on are undone. */
  | { readonly type: "rolled-back"; readonly attempt: number; readonly from: number }
);

/**
 * @internal Which chunk of one stream belongs to which attempt, by position. The driver writes it, always ahead of the
 * stream's reader; LangChain passes chunks on one for one, also where it encodes them.
 *
 * By position, because nothing else works for every mode: chunks are the user's own values, of any type, and the same
 * value may be streamed by two attempts.
 */
export interface ChunkLog {
  /** In order. */
  readonly notes: readonly ChunkNote[];
  /** Chunks from here on belong to an attempt. */
  begin(attempt: number): void;
  /** A task of the graph that was called starts here. */
  start(task: string): void;
  /** An attempt is rolled back: all chunks since the first of the tasks that do not stay are undone. */
  undo(attempt: number, kept: ReadonlySet<string>, undone: readonly string[]): void;
  /** The next chunk tells of the rollback, and is part of no attempt. */
  tell(): void;
  /** A chunk is about to be given. */
  give(): void;
  /** Whose the chunk at a position is: the graph's, the rollback's, or the encoder's, which tells of an exception. */
  sourceOf(position: number): "graph" | "rollback" | "encoder";
}

/** @internal */
export function newChunkLog(): ChunkLog {
  const notes: ChunkNote[] = [];
  const starts = new Map<string, number>();
  const told = new Set<number>();
  let given = 0;
  return {
    notes,
    begin: (attempt) => void notes.push({ at: given, type: "attempt", attempt }),
    start: (task) => void (starts.has(task) || starts.set(task, given)),
    undo: (attempt, kept, undone) => {
      // A task that started before this stream did is undone with everything after it.
      const before = undone.some((task) => !starts.has(task));
      const since = [...starts].filter(([task]) => !kept.has(task)).map(([, position]) => position);
      notes.push({ at: given, type: "rolled-back", attempt, from: before ? 0 : Math.min(given, ...since) });
      for (const [task] of starts) if (!kept.has(task)) starts.delete(task);
    },
    tell: () => void told.add(given),
    give: () => void (given += 1),
    sourceOf: (position) => (position >= given ? "encoder" : told.has(position) ? "rollback" : "graph"),
  };
}

const logs = new WeakMap<object, ChunkLog>();

/** @internal Remembers a stream's log. */
export function setChunkLog<S extends object>(stream: S, log: ChunkLog): S {
  logs.set(stream, log);
  return stream;
}

/**
 * @internal
 * @throws {ForeignStreamError} if it is not what the `stream` of a graph with rollback gave
 */
export function chunkLogOf(stream: object): ChunkLog {
  const log = logs.get(stream);
  if (log === undefined) throw new ForeignStreamError();
  return log;
}
