import type { StoredThread } from "./stored-thread.ts";

/** Rows and bytes of one table. */
export interface TableSize {
  readonly rows: number;
  /** Of the columns of its rows, and of their keys once more, as an index holds them. */
  readonly bytes: number;
}

/** Size of a database's tables of checkpoints. */
export interface StoredSize {
  /** Bytes that rows hold. */
  readonly live: number;
  /** Bytes on disk: with the room that deleted rows have left, and of all tables of a SQLite file. */
  readonly disk: number;
  /** By the table's name. */
  readonly tables: Readonly<Record<string, TableSize>>;
}

/** @internal Rows that one transaction has deleted. */
export interface DeletedRows {
  /** By table. */
  readonly tables: Readonly<Record<string, TableSize>>;
  /** The thread's version after it. */
  readonly version: string;
}

/** @internal `undefined` if somebody else has written to the thread, or has it: nothing is deleted then. */
export type Deleted = DeletedRows | undefined;

/** @internal The tables of a checkpointer that keeps checkpoints in SQL. */
export interface ThreadTables {
  /** Names of the tables. */
  readonly names: { readonly checkpoints: string; readonly writes: string; readonly blobs?: string };
  /** Id of the first thread after one, in the database's own order; `undefined` after the last. */
  next(after: string): Promise<string | undefined>;
  read(threadId: string): Promise<StoredThread>;
  /**
   * Deletes checkpoints in one transaction, with the writes from them, and the values that no other checkpoint has.
   * @param version     that the thread has to have
   * @param checkpoints their keys
   */
  delete(threadId: string, version: string, checkpoints: readonly string[]): Promise<Deleted>;
  /** Deletes all rows of a thread in one transaction. */
  deleteAll(threadId: string, version: string): Promise<Deleted>;
  size(): Promise<StoredSize>;
  /** Gives the room of deleted rows back to the disk. */
  vacuum(): Promise<void>;
}
