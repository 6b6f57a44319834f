import { z } from "zod";

import { INTERRUPT } from "@langchain/langgraph-checkpoint";
import {
  deltaChannelsIn,
  isOwnNamespace,
  keyOf,
  OWN,
  placeOfKey,
  type RowCount,
  type StoredBlob,
  type StoredCheckpoint,
  type StoredThread,
} from "./stored-thread.ts";
import type { Deleted, DeletedRows, StoredSize, TableSize, ThreadTables } from "./thread-tables.ts";

interface Result {
  readonly rows: readonly unknown[];
}

interface Client {
  query(sql: string, values?: readonly unknown[]): Promise<Result>;
  release(error?: boolean): void;
}

/** The part of a `pg` pool that is used. */
export interface PostgresPool {
  connect(): Promise<Client>;
  query(sql: string, values?: readonly unknown[]): Promise<Result>;
}

/** @internal The tables of a PostgresSaver. */
export interface PostgresPlace {
  readonly pool: PostgresPool;
  readonly schema: string;
  /** Key of the advisory lock of a thread, which every transaction takes; none where somebody else sees to it. */
  readonly lockKey?: (threadId: string) => string;
}

type Table = "checkpoints" | "checkpoint_blobs" | "checkpoint_writes";

/** Bytes that Postgres adds to each row. */
const ROW = 28;
const size = (column: string): string => `coalesce(pg_column_size(${column}), 0)`;
const keys = (...columns: readonly string[]): string => `2 * (${columns.map(size).join(" + ")})`;

const BYTES: Readonly<Record<Table, string>> = {
  checkpoints: `${ROW} + ${keys("thread_id", "checkpoint_ns", "checkpoint_id")} + ${["parent_checkpoint_id", "type", "checkpoint", "metadata"].map(size).join(" + ")}`,
  checkpoint_blobs: `${ROW} + ${keys("thread_id", "checkpoint_ns", "channel", "version")} + ${["type", "blob"].map(size).join(" + ")}`,
  checkpoint_writes: `${ROW} + ${keys("thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx")} + ${["channel", "type", "blob"].map(size).join(" + ")}`,
};

// Sums come as texts.
const number = z.coerce.number();
const place = { namespace: z.string(), id: z.string() };
const rowsOf = z.array(
  z.object({
    ...place,
    parent: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    versions: z.record(z.string(), z.coerce.string()).nullable(),
    bytes: number,
  }),
);
const writesOf = z.array(z.object({ ...place, rows: number, bytes: number, asks: z.boolean() }));
const blobsOf = z.array(
  z.object({
    namespace: z.string(),
    channel: z.string(),
    version: z.string(),
    empty: z.boolean(),
    bytes: number,
  }),
);
const sizeOf = z.object({ rows: number, bytes: number });
const versionOf = z.array(z.object({ version: z.string() }));
const nextOf = z.array(z.object({ next: z.string().nullable() }));
const takenOf = z.array(z.object({ taken: z.boolean() }));

/** @internal */
export function postgresTables({ lockKey, pool, schema }: PostgresPlace): ThreadTables {
  const named = (table: Table): string => `"${schema}".${table}`;
  const versionSql = `select concat_ws(' ', count(*), max(checkpoint_id),
      (select count(*) from ${named("checkpoint_writes")} w where w.thread_id = $1),
      (select count(*) from ${named("checkpoint_blobs")} b where b.thread_id = $1)) as version
    from ${named("checkpoints")} where thread_id = $1`;
  const version = async (client: Pick<Client, "query">, threadId: string): Promise<string> =>
    versionOf.parse((await client.query(versionSql, [threadId])).rows)[0]?.version ?? "";
  const remove = async (
    client: Client,
    table: Table,
    where: string,
    values: readonly unknown[],
  ): Promise<TableSize> => {
    const sql = `with gone as (delete from ${named(table)} t where ${where} returning ${BYTES[table]} as bytes)
      select count(*) as rows, coalesce(sum(bytes), 0) as bytes from gone`;
    return sizeOf.parse((await client.query(sql, values)).rows[0]);
  };
  const inTransaction = async (
    threadId: string,
    known: string,
    work: (client: Client) => Promise<DeletedRows["tables"]>,
  ): Promise<Deleted> => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const isFree = lockKey === undefined || (await isTaken(client, lockKey(threadId)));
      const tables = isFree && (await version(client, threadId)) === known ? await work(client) : undefined;
      const deleted = tables === undefined ? undefined : { tables, version: await version(client, threadId) };
      await client.query("commit");
      client.release();
      return deleted;
    } catch (error) {
      // The connection ends, and with it the transaction.
      client.release(true);
      throw error;
    }
  };
  return {
    names: { checkpoints: "checkpoints", writes: "checkpoint_writes", blobs: "checkpoint_blobs" },
    next: async (after) => {
      const sql = `select min(thread_id) as next from ${named("checkpoints")} where thread_id > $1`;
      return nextOf.parse((await pool.query(sql, [after])).rows)[0]?.next ?? undefined;
    },
    read: (threadId) => readThread(pool, named, threadId, () => version(pool, threadId)),
    delete: (threadId, known, checkpoints) =>
      inTransaction(threadId, known, async (client) => {
        const places = checkpoints.map(placeOfKey);
        const values = [threadId, places.map(({ namespace }) => namespace), places.map(({ id }) => id)];
        const where =
          "thread_id = $1 and (checkpoint_ns, checkpoint_id) in (select * from unnest($2::text[], $3::text[]))";
        const writes = await remove(client, "checkpoint_writes", where, values);
        const rows = await remove(client, "checkpoints", where, values);
        const without = unused(named("checkpoints"));
        const blobs = await remove(client, "checkpoint_blobs", `${without} and not ${OF_RECORDS}`, [
          threadId,
        ]);
        // Records that were replaced by themselves.
        await remove(client, "checkpoint_blobs", `${without} and ${OF_RECORDS}`, [threadId]);
        return { checkpoints: rows, checkpoint_blobs: blobs, checkpoint_writes: writes };
      }),
    deleteAll: (threadId, known) =>
      inTransaction(threadId, known, async (client) => ({
        checkpoints: await remove(client, "checkpoints", "thread_id = $1", [threadId]),
        checkpoint_blobs: await remove(client, "checkpoint_blobs", "thread_id = $1", [threadId]),
        checkpoint_writes: await remove(client, "checkpoint_writes", "thread_id = $1", [threadId]),
      })),
    size: () => readSize(pool, named, schema),
    vacuum: async () => {
      for (const table of TABLES) await pool.query(`vacuum (full, analyze) ${named(table)}`);
    },
  };
}

const TABLES: readonly Table[] = ["checkpoints", "checkpoint_blobs", "checkpoint_writes"];

/** The lock lasts as long as the transaction. A run that has the thread holds it by `postgresThreadLock`. */
async function isTaken(client: Client, key: string): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_xact_lock($1::bigint) as taken", [key]);
  return takenOf.parse(rows)[0]?.taken === true;
}

const OF_RECORDS = `(t.checkpoint_ns = '${OWN}' or starts_with(t.checkpoint_ns, '${OWN}-'))`;

/** Values that no checkpoint of the thread has. */
const unused = (checkpoints: string): string =>
  `thread_id = $1 and not exists (
    select 1 from (
      select c.checkpoint_ns, v.key, v.value from ${checkpoints} c, jsonb_each_text(c.checkpoint -> 'channel_versions') v
      where c.thread_id = $1
    ) used where used.checkpoint_ns = t.checkpoint_ns and used.key = t.channel and used.value = t.version)`;

type Named = (table: Table) => string;

async function readSize(pool: PostgresPool, named: Named, schema: string): Promise<StoredSize> {
  const tables: Record<string, TableSize> = {};
  let [live, disk] = [0, 0];
  for (const table of TABLES) {
    const sum = `select count(*) as rows, coalesce(sum(${BYTES[table]}), 0) as bytes from ${named(table)}`;
    const own = sizeOf.parse((await pool.query(sum)).rows[0]);
    const total =
      "select 0 as rows, pg_total_relation_size(format('%I.%I', $1::text, $2::text)::regclass) as bytes";
    disk += sizeOf.parse((await pool.query(total, [schema, table])).rows[0]).bytes;
    live += own.bytes;
    tables[table] = own;
  }
  return { live, disk, tables };
}

async function readThread(
  pool: PostgresPool,
  named: Named,
  threadId: string,
  version: () => Promise<string>,
): Promise<StoredThread> {
  const before = await version();
  const read = async (table: Table, columns: string, more = ""): Promise<readonly unknown[]> =>
    (await pool.query(`select ${columns} from ${named(table)} where thread_id = $1 ${more}`, [threadId]))
      .rows;
  const rows = rowsOf.parse(
    await read(
      "checkpoints",
      `checkpoint_ns as namespace, checkpoint_id as id, parent_checkpoint_id as parent, metadata,
       checkpoint -> 'channel_versions' as versions, ${BYTES.checkpoints} as bytes`,
    ),
  );
  const writes = writesOf.parse(
    await read(
      "checkpoint_writes",
      `checkpoint_ns as namespace, checkpoint_id as id, count(*) as rows, sum(${BYTES.checkpoint_writes}) as bytes,
       bool_or(channel = '${INTERRUPT}') as asks`,
      "group by 1, 2",
    ),
  );
  const blobs = blobsOf.parse(
    await read(
      "checkpoint_blobs",
      `checkpoint_ns as namespace, channel, version, type = 'empty' as empty, ${BYTES.checkpoint_blobs} as bytes`,
    ),
  );
  return { threadId, ...joined(rows, writes, blobs), version: before };
}

function joined(
  rows: z.infer<typeof rowsOf>,
  writes: z.infer<typeof writesOf>,
  blobs: z.infer<typeof blobsOf>,
): Pick<StoredThread, "checkpoints" | "blobs" | "strays"> {
  const written = new Map(writes.map((each) => [keyOf(each), each]));
  const valueOf = (namespace: string, channel: string, version: string): string =>
    JSON.stringify([namespace, channel, version]);
  const values = new Map(
    blobs.map(({ bytes, channel, empty, namespace, version }) => [
      valueOf(namespace, channel, version),
      { bytes, isEmpty: empty, isOfRecord: isOwnNamespace(namespace), usedBy: [] as string[] },
    ]),
  );
  const hasDeltas = rows.some(({ metadata }) => deltaChannelsIn(metadata).length > 0);
  const checkpoints = rows.map((row): StoredCheckpoint => {
    const { asks = false, rows: count = 0, bytes = 0 } = written.get(keyOf(row)) ?? {};
    written.delete(keyOf(row));
    const [versioned, valued] = [new Set<string>(), new Set<string>()];
    for (const [channel, version] of Object.entries(row.versions ?? {})) {
      const value = values.get(valueOf(row.namespace, channel, version));
      value?.usedBy.push(keyOf(row));
      if (hasDeltas) versioned.add(channel);
      if (hasDeltas && value?.isEmpty === false) valued.add(channel);
    }
    const { namespace, id, parent, metadata } = row;
    const own: RowCount = { rows: count, bytes };
    return {
      namespace,
      id,
      parent: parent ?? undefined,
      metadata,
      bytes: row.bytes,
      writes: own,
      asks,
      versioned,
      valued,
    };
  });
  // Values of records that were replaced by themselves are not told.
  const stored: readonly StoredBlob[] = [...values.values()].filter(
    ({ isOfRecord, usedBy }) => !isOfRecord || usedBy.length > 0,
  );
  return { checkpoints, blobs: stored, strays: written };
}
