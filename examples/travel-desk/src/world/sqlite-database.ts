import { createRequire } from "node:module";

import type { Database, Row, Sql, Value } from "./database.ts";

/** The part of better-sqlite3 that is used; it comes without types. */
interface Driver {
  prepare(statement: string): {
    readonly reader: boolean;
    all(...values: readonly object[]): Row[];
    run(...values: readonly object[]): unknown;
  };
  pragma(text: string): unknown;
  close(): void;
}

/**
 * A file with the desk's tables. Transactions of one process wait for each other here, those of several wait in SQLite.
 *
 * @throws {Error} where better-sqlite3, which is native and optional, cannot be loaded
 */
export async function openSqlite(file: string): Promise<Database> {
  const driver = openDriver(file);
  driver.pragma("journal_mode = WAL");
  driver.pragma("busy_timeout = 10000");
  driver.pragma("foreign_keys = ON");
  const sql: Sql = async (text, values = []) => {
    const statement = driver.prepare(text);
    const named = values.length === 0 ? [] : [byNumber(values)];
    if (statement.reader) return statement.all(...named);
    statement.run(...named);
    return [];
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    address: `sqlite:${file}`,
    name: "SQLite",
    counter: "INTEGER PRIMARY KEY",
    transaction: (work) => inTurn(() => transaction(sql, () => work(sql))),
    close: () => inTurn(async () => driver.close()),
  };
}

/** It is native and optional, so it is loaded only where it is needed. */
function openDriver(file: string): Driver {
  try {
    const Driver: new (file: string) => Driver = createRequire(import.meta.url)("better-sqlite3");
    return new Driver(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new Error(`The travel desk needs SQLite or PostgreSQL, and SQLite cannot be opened: ${reason}`, {
      cause,
    });
  }
}

async function transaction<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql("BEGIN IMMEDIATE");
  try {
    const result = await work();
    await sql("COMMIT");
    return result;
  } catch (error) {
    await sql("ROLLBACK");
    throw error;
  }
}

/** SQLite takes `$1` for a name. */
const byNumber = (values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
