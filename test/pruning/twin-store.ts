import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

/** A database in which threads can be copied row by row. */
export interface TwinStore {
  readonly saver: BaseCheckpointSaver;
  /** Copies a thread. */
  copy(thread: string, twin: string): Promise<void>;
  /** Bytes in the columns of a thread's rows, whatever a report says. */
  columnBytes(threads: readonly string[]): Promise<number>;
}

export function sqliteTwins(saver: SqliteSaver): TwinStore {
  const all = (sql: string, ...values: readonly unknown[]) => saver.db.prepare(sql).all(...values);
  return {
    saver,
    copy: async (thread, twin) => {
      for (const [table, columns] of [
        ["checkpoints", "checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata"],
        ["writes", "checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value"],
      ] as const)
        saver.db
          .prepare(
            `insert into ${table} (thread_id, ${columns}) select ?, ${columns} from ${table} where thread_id = ?`,
          )
          .run(twin, thread);
    },
    columnBytes: async (threads) => {
      let bytes = 0;
      for (const thread of threads)
        for (const table of ["checkpoints", "writes"])
          for (const row of all(`select * from ${table} where thread_id = ?`, thread))
            for (const value of Object.values(Object(row)))
              if (typeof value === "string") bytes += Buffer.byteLength(value);
              else if (value instanceof Uint8Array) bytes += value.length;
      return bytes;
    },
  };
}

export function postgresTwins(saver: PostgresSaver, schema: string): TwinStore {
  const pool: { query(sql: string, values: readonly unknown[]): Promise<{ rows: readonly unknown[] }> } =
    Reflect.get(saver, "pool");
  const tables = [
    ["checkpoints", "checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata"],
    ["checkpoint_blobs", "checkpoint_ns, channel, version, type, blob"],
    ["checkpoint_writes", "checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob"],
  ] as const;
  return {
    saver,
    copy: async (thread, twin) => {
      for (const [table, columns] of tables)
        await pool.query(
          `insert into "${schema}".${table} (thread_id, ${columns}) select $1, ${columns} from "${schema}".${table} where thread_id = $2`,
          [twin, thread],
        );
    },
    columnBytes: async (threads) => {
      let bytes = 0;
      for (const [table, columns] of tables) {
        const sum = `thread_id, ${columns}`
          .split(", ")
          .map((column) => `coalesce(pg_column_size(${column}), 0)`)
          .join(" + ");
        const { rows } = await pool.query(
          `select coalesce(sum(${sum}), 0) as bytes from "${schema}".${table} where thread_id = any($1)`,
          [threads],
        );
        bytes += Number(Reflect.get(Object(rows[0]), "bytes"));
      }
      return bytes;
    },
  };
}
