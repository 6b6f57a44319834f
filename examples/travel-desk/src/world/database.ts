/** Parameter of a statement, or content of a column. */
export type Value = string | number;

export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement; its parameters are written `$1`, `$2` and so on. */
export type Sql = (statement: string, values?: readonly Value[]) => Promise<readonly Row[]>;

/** A SQL database that the desk keeps its tables in. Several processes may have it open. */
export interface Database {
  /** For `openDatabase`, in this process or another one. */
  readonly address: string;
  /** For people. */
  readonly name: "SQLite" | "PostgreSQL";
  /** The type of a column that numbers its rows in the order in which they were written. */
  readonly counter: string;
  /** Keeps everything that `work` writes, or nothing if it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
