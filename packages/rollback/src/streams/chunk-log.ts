import { smallest } from "@langgraph-rollback/attribution/trajectory";

import { ForeignStreamError } from "../errors/foreign-stream-error.ts";

/** @internal The steps of the failed attempt that a rollback keeps, and those that it undoes. */
export interface UndoneSteps {
  /** Steps that stay, each as `node:task id`, with the subgraphs around it in front. */
  readonly kept: readonly string[];
  /** Nodes of undone steps with a question to a human. */
  readonly asksAgain: readonly string[];
  /** Ids of the tasks of the outermost graph that stay. */
  readonly keptTasks: ReadonlySet<string>;
  /** Ids of the tasks of the outermost graph that are undone, at least in part. */
  readonly undoneTasks: readonly string[];
}

/** @internal Something that holds from a position in a stream on. */
export type ChunkNote = { readonly at: number } & (
  | { readonly type: "attempt"; readonly attempt: number }
  /** Chunks from position `from` on are undone, but for some. */
  | {
      readonly type: "rolled-back";
      readonly attempt: number;
      readonly from: number;
      readonly except: readonly number[];
    }
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
  /**
   * An attempt is rolled back: all chunks since the first of the tasks that do not stay are undone. Tokens of tasks that
   * stay are not: nobody will stream them again.
   */
  undo(attempt: number, steps: UndoneSteps): void;
  /** An attempt that was rolled back is returned after all: what it had streamed stands again, and nothing that came later. */
  stand(attempt: number): void;
  /** The next chunk tells of the rollback, and is part of no attempt. */
  tell(): void;
  /** A chunk is about to be given. For a token: its task, named as in {@link UndoneSteps.kept}. */
  give(task?: string): void;
  /** Source of the chunk at a position: the graph, the rollback, or the encoder, which tells of an exception. */
  sourceOf(position: number): "graph" | "rollback" | "encoder";
}

/** @internal */
export function newChunkLog(): ChunkLog {
  const notes: ChunkNote[] = [];
  const starts = new Map<string, number>();
  const told = new Set<number>();
  const tokens = new Map<number, string>();
  let given = 0;
  return {
    notes,
    begin: (attempt) => void notes.push({ at: given, type: "attempt", attempt }),
    start: (task) => void (starts.has(task) || starts.set(task, given)),
    undo: (attempt, { kept, keptTasks, undoneTasks }) => {
      // A task that started before this stream did is undone with everything after it.
      const before = undoneTasks.some((task) => !starts.has(task));
      const since = [...starts].filter(([task]) => !keptTasks.has(task)).map(([, position]) => position);
      const from = before ? 0 : smallest(since, given);
      const later = [...tokens].filter(([position]) => position >= from);
      const names = new Set(kept);
      const except = later.filter(([, task]) => isWithin(task, names)).map(([position]) => position);
      notes.push({ at: given, type: "rolled-back", attempt, from, except });
      for (const [task] of starts) if (!keptTasks.has(task)) starts.delete(task);
      for (const [position] of later) if (!except.includes(position)) tokens.delete(position);
    },
    stand: (attempt) => {
      const except = standingAtEnd(notes, attempt).filter((position) => !told.has(position));
      const undone = notes.findLast(({ type }) => type === "attempt")?.attempt ?? attempt;
      notes.push({ at: given, type: "rolled-back", attempt: undone, from: 0, except });
      notes.push({ at: given, type: "attempt", attempt });
    },
    tell: () => void told.add(given),
    give: (task) => {
      if (task !== undefined) tokens.set(given, task);
      given += 1;
    },
    sourceOf: (position) => (position >= given ? "encoder" : told.has(position) ? "rollback" : "graph"),
  };
}

/** Positions of the chunks that stood when an attempt had ended; none where another stream has told of it. */
function standingAtEnd(notes: readonly ChunkNote[], attempt: number): readonly number[] {
  const end = notes.findIndex((note) => note.type === "rolled-back" && note.attempt === attempt);
  let standing = Array.from({ length: notes[end]?.at ?? 0 }, (_, position) => position);
  for (const note of notes.slice(0, Math.max(end, 0)))
    if (note.type === "rolled-back")
      standing = standing.filter(
        (position) => position < note.from || position >= note.at || note.except.includes(position),
      );
  return standing;
}

/** Whether a task is one of those named, or runs inside one. */
function isWithin(task: string, names: ReadonlySet<string>): boolean {
  const parts = task.split("|");
  return parts.some((_, last) => names.has(parts.slice(0, last + 1).join("|")));
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
