import { z } from "zod";

import { INTERRUPT } from "@langchain/langgraph-checkpoint";
import {
  deltaChannelsIn,
  isOwnNamespace,
  keyOf,
  placeOfKey,
  type RowCount,
  type StoredCheckpoint,
  type StoredThread,
} from "./stored-thread.ts";
import type { Deleted, DeletedRows, StoredSize, TableSize, ThreadTables } from "./thread-tables.ts";

interface Statement {
  all(...values: readonly unknown[]): readonly unknown[];
  get(...values: readonly unknown[]): unknown;
  run(...values: readonly unknown[]): unknown;
}

/** The part of better-sqlite3 that is used. */
export interface SqliteDatabase {
  prepare(sql: string): Statement;
}

/** The length of a text in bytes, where that of a value is at hand. */
const textBytes = (column: string): string => `coalesce(length(cast(${column} as blob)), 0)`;
const valueBytes = (column: string): string => `coalesce(length(${column}), 0)`;
const keyBytes = (...columns: readonly string[]): string => `2 * (${columns.map(textBytes).join(" + ")})`;

const CHECKPOINT_BYTES = [
  keyBytes("thread_id", "checkpoint_ns", "checkpoint_id"),
  textBytes("parent_checkpoint_id"),
  textBytes("type"),
  valueBytes("checkpoint"),
  valueBytes("metadata"),
].join(" + ");
/** The number of a write takes a byte, as does its copy in the index. */
const WRITE_BYTES = [
  keyBytes("thread_id", "checkpoint_ns", "checkpoint_id", "task_id"),
  "2",
  textBytes("channel"),
  textBytes("type"),
  valueBytes("value"),
].join(" + ");

const rowsOf = z.array(
  z.object({
    namespace: z.string(),
    id: z.string(),
    parent: z.string().nullable(),
    metadata: z.string(),
    bytes: z.number(),
  }),
);
const writesOf = z.array(
  z.object({ namespace: z.string(), id: z.string(), rows: z.number(), bytes: z.number(), asks: z.number() }),
);
const channelsOf = z.object({ versioned: z.string(), valued: z.string() });
const sizeOf = z.object({ rows: z.number(), bytes: z.number() });
const nextOf = z.object({ next: z.string().nullable() });
const metadataOf = z.record(z.string(), z.unknown());
const namesOf = z.array(z.string());

/** @internal The tables of a SqliteSaver. */
export function sqliteTables(db: SqliteDatabase): ThreadTables {
  const one = (sql: string, ...values: readonly unknown[]): TableSize =>
    sizeOf.parse(db.prepare(sql).get(...values));
  const version = (threadId: string): string => {
    const counted = (table: string): TableSize =>
      one(`select count(*) rows, coalesce(max(rowid), 0) bytes from ${table} where thread_id = ?`, threadId);
    return JSON.stringify([counted("checkpoints"), counted("writes")]);
  };
  const inTransaction = (threadId: string, known: string, work: () => DeletedRows["tables"]): Deleted => {
    db.prepare("begin immediate").run();
    try {
      const tables = version(threadId) === known ? work() : undefined;
      const deleted = tables === undefined ? undefined : { tables, version: version(threadId) };
      db.prepare("commit").run();
      return deleted;
    } catch (error) {
      db.prepare("rollback").run();
      throw error;
    }
  };
  const remove = (
    table: "checkpoints" | "writes",
    where: string,
    ...values: readonly unknown[]
  ): TableSize => {
    const size = sumOf(one, table, where, ...values);
    if (size.rows > 0) db.prepare(`delete from ${table} where ${where}`).run(...values);
    return size;
  };
  return {
    names: { checkpoints: "checkpoints", writes: "writes" },
    next: async (after) => {
      const sql = "select min(thread_id) next from checkpoints where thread_id > ?";
      return nextOf.parse(db.prepare(sql).get(after)).next ?? undefined;
    },
    read: async (threadId) => ({ ...readThread(db, threadId), version: version(threadId) }),
    delete: async (threadId, known, checkpoints) =>
      inTransaction(threadId, known, () => {
        const where = "thread_id = ? and checkpoint_ns = ? and checkpoint_id = ?";
        const sum = { checkpoints: { rows: 0, bytes: 0 }, writes: { rows: 0, bytes: 0 } };
        for (const key of checkpoints) {
          const { namespace, id } = placeOfKey(key);
          for (const table of ["writes", "checkpoints"] as const)
            sum[table] = plus(sum[table], remove(table, where, threadId, namespace, id));
        }
        return sum;
      }),
    deleteAll: async (threadId, known) =>
      inTransaction(threadId, known, () => ({
        writes: remove("writes", "thread_id = ?", threadId),
        checkpoints: remove("checkpoints", "thread_id = ?", threadId),
      })),
    size: async () => readSize(db, one),
    vacuum: async () => {
      db.prepare("vacuum").run();
      // The file itself shrinks once its journal is written into it.
      db.prepare("pragma wal_checkpoint(truncate)").get();
    },
  };
}

type ReadSize = (sql: string, ...values: readonly unknown[]) => TableSize;

const sumOf = (
  one: ReadSize,
  table: "checkpoints" | "writes",
  where: string,
  ...values: readonly unknown[]
): TableSize =>
  one(
    `select count(*) rows, coalesce(sum(${table === "writes" ? WRITE_BYTES : CHECKPOINT_BYTES}), 0) bytes from ${table} where ${where}`,
    ...values,
  );

const plus = (one: TableSize, other: TableSize): TableSize => ({
  rows: one.rows + other.rows,
  bytes: one.bytes + other.bytes,
});

function readSize(db: SqliteDatabase, one: ReadSize): StoredSize {
  const tables = { checkpoints: sumOf(one, "checkpoints", "true"), writes: sumOf(one, "writes", "true") };
  const pragma = (name: string): number =>
    z.record(z.string(), z.number()).parse(db.prepare(`pragma ${name}`).get())[name] ?? 0;
  return {
    live: tables.checkpoints.bytes + tables.writes.bytes,
    disk: pragma("page_count") * pragma("page_size"),
    tables,
  };
}

function readThread(db: SqliteDatabase, threadId: string): Omit<StoredThread, "version"> {
  const writes = readWrites(db, threadId);
  const rows = rowsOf.parse(
    db
      .prepare(
        `select checkpoint_ns namespace, checkpoint_id id, parent_checkpoint_id parent, cast(metadata as text) metadata, ${CHECKPOINT_BYTES} bytes
         from checkpoints where thread_id = ?`,
      )
      .all(threadId),
  );
  const read = rows.map((row) => ({
    ...row,
    parent: row.parent ?? undefined,
    metadata: metadataOf.parse(JSON.parse(row.metadata)),
  }));
  const hasDeltas = read.some(({ metadata }) => deltaChannelsIn(metadata).length > 0);
  const checkpoints = read.map((row): StoredCheckpoint => {
    const { asks = 0, ...own } = writes.get(keyOf(row)) ?? { rows: 0, bytes: 0 };
    writes.delete(keyOf(row));
    const channels =
      hasDeltas && !isOwnNamespace(row.namespace)
        ? readChannels(db, threadId, row)
        : { versioned: new Set<string>(), valued: new Set<string>() };
    return { ...row, ...channels, writes: { rows: own.rows, bytes: own.bytes }, asks: asks === 1 };
  });
  return { threadId, checkpoints, blobs: [], strays: writes };
}

function readWrites(
  db: SqliteDatabase,
  threadId: string,
): Map<string, RowCount & { readonly asks?: number }> {
  const read = db
    .prepare(
      `select checkpoint_ns namespace, checkpoint_id id, count(*) rows, sum(${WRITE_BYTES}) bytes, max(channel = '${INTERRUPT}') asks
       from writes where thread_id = ? group by 1, 2`,
    )
    .all(threadId);
  return new Map(writesOf.parse(read).map((each) => [keyOf(each), each]));
}

function readChannels(
  db: SqliteDatabase,
  threadId: string,
  { namespace, id }: { readonly namespace: string; readonly id: string },
): Pick<StoredCheckpoint, "versioned" | "valued"> {
  const keys = (part: string): string =>
    `(select json_group_array(key) from json_each(cast(checkpoint as text), '$.${part}'))`;
  const found = channelsOf.parse(
    db
      .prepare(
        `select ${keys("channel_versions")} versioned, ${keys("channel_values")} valued
         from checkpoints where thread_id = ? and checkpoint_ns = ? and checkpoint_id = ?`,
      )
      .get(threadId, namespace, id),
  );
  const names = (text: string): ReadonlySet<string> => new Set(namesOf.parse(JSON.parse(text)));
  return { versioned: names(found.versioned), valued: names(found.valued) };
}
