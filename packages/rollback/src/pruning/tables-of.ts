import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { lockKey } from "../locking/postgres-thread-lock.ts";
import { innerSaver } from "../recording/recording-saver.ts";
import { postgresTables, type PostgresPool } from "./postgres-tables.ts";
import { sqliteTables, type SqliteDatabase } from "./sqlite-tables.ts";
import type { ThreadTables } from "./thread-tables.ts";

/**
 * @internal The tables of a checkpointer; `undefined` if it is neither a SqliteSaver nor a PostgresSaver. They are told by what they
 * have: a checkpointer may have been made with another copy of LangGraph's packages.
 *
 * @param isLocked whether somebody else keeps runs of other processes away
 */
export function tablesOf(saver: BaseCheckpointSaver, isLocked: boolean): ThreadTables | undefined {
  const inner = innerSaver(saver);
  const db: unknown = Reflect.get(inner, "db");
  if (isDatabase(db)) {
    // It makes its tables when it is first used.
    const setup: unknown = Reflect.get(inner, "setup");
    if (typeof setup === "function") Reflect.apply(setup, inner, []);
    return sqliteTables(db);
  }
  const pool: unknown = Reflect.get(inner, "pool");
  const schema: unknown = Reflect.get(Object(Reflect.get(inner, "options")), "schema");
  if (!isPool(pool) || typeof schema !== "string") return undefined;
  return postgresTables({
    pool,
    schema,
    ...(isLocked ? {} : { lockKey: (threadId: string) => lockKey("", threadId) }),
  });
}

const has = (value: unknown, ...methods: readonly string[]): value is object =>
  typeof value === "object" &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === "function");

const isDatabase = (value: unknown): value is SqliteDatabase => has(value, "prepare", "transaction");

const isPool = (value: unknown): value is PostgresPool => has(value, "connect", "query");
