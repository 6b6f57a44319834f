import { randomUUID } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { Pool } from "pg";

import type { Clock } from "./cost-of.ts";

/** A checkpointer of LangGraph's that is measured. */
export interface MeasuredCheckpointer {
  readonly name: string;
  /** Clock that measures its work. */
  readonly clock: Clock;
  /** An empty one; what the last one held is gone. */
  readonly fresh: () => Promise<BaseCheckpointSaver>;
  /** Bytes that the last one keeps. */
  readonly bytes: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** A checkpointer, or why it cannot be opened here, as a sentence. */
type OpenedCheckpointer = MeasuredCheckpointer | { readonly skipped: string };

const OPENERS: Readonly<Record<string, () => OpenedCheckpointer | Promise<OpenedCheckpointer>>> = {
  MemorySaver: openMemory,
  SqliteSaver: openSqlite,
  PostgresSaver: openPostgres,
};

/** The requested ones that can be opened here, and why others cannot, as sentences. */
export async function openCheckpointers(names: readonly string[]): Promise<{
  readonly checkpointers: readonly MeasuredCheckpointer[];
  readonly skipped: readonly string[];
}> {
  const checkpointers: MeasuredCheckpointer[] = [];
  const skipped: string[] = [];
  for (const name of names) {
    const opened = await OPENERS[name]?.();
    if (opened === undefined) continue;
    if ("skipped" in opened) skipped.push(opened.skipped);
    else checkpointers.push(opened);
  }
  return { checkpointers, skipped };
}

function openMemory(): MeasuredCheckpointer {
  let saver = new MemorySaver();
  return {
    name: "MemorySaver",
    clock: "processor",
    fresh: async () => (saver = new MemorySaver()),
    bytes: async () => lengthOf(saver.storage) + lengthOf(saver.writes),
    close: async () => {},
  };
}

/** Length of all keys, strings and bytes in nested objects and arrays. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, part]) => sum + (Array.isArray(value) ? 0 : key.length) + lengthOf(part),
    0,
  );
}

/** In a file, whose checkpoints are not held by this process. */
export async function openSqlite(): Promise<OpenedCheckpointer> {
  try {
    // Native, and optional: it cannot be built on every machine.
    const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
    const folder = await mkdtemp(path.join(tmpdir(), "growth-"));
    const file = path.join(folder, "checkpoints.sqlite");
    let saver = SqliteSaver.fromConnString(":memory:");
    const drop = async (): Promise<void> => {
      saver.db.close();
      for (const suffix of ["", "-wal", "-shm"]) await rm(`${file}${suffix}`, { force: true });
    };
    return {
      name: "SqliteSaver",
      clock: "processor",
      fresh: async () => {
        await drop();
        saver = SqliteSaver.fromConnString(file);
        // The first call makes its tables.
        await saver.getTuple({ configurable: { thread_id: "none" } });
        return saver;
      },
      bytes: async () => {
        saver.db.pragma("wal_checkpoint(TRUNCATE)");
        return (await stat(file)).size;
      },
      close: async () => {
        await drop();
        await rm(folder, { recursive: true });
      },
    };
  } catch (error) {
    return { skipped: `SqliteSaver is left out: ${String(error)}.` };
  }
}

/** Address of Postgres in CI and on most machines, if they have one. */
const SERVER = { host: "127.0.0.1", port: 5432, user: "postgres", database: "test" };
const TABLES = ["checkpoints", "checkpoint_blobs", "checkpoint_writes"];

async function openPostgres(): Promise<OpenedCheckpointer> {
  const pool = new Pool({ ...SERVER, connectionTimeoutMillis: 3000 });
  const schema = `growth_${randomUUID().replaceAll("-", "")}`;
  const saver = new PostgresSaver(pool, undefined, { schema });
  try {
    await saver.setup();
  } catch (error) {
    await pool.end();
    const reason = error instanceof AggregateError ? error.errors.map(String).join(", ") : String(error);
    return {
      skipped: `PostgresSaver is left out: no server answers at ${SERVER.host}:${SERVER.port} (${reason}).`,
    };
  }
  return {
    name: "PostgresSaver",
    clock: "wall",
    fresh: async () => {
      await pool.query(`truncate ${TABLES.map((table) => `"${schema}".${table}`).join(", ")}`);
      return saver;
    },
    bytes: () => bytesOf(pool, schema),
    close: async () => {
      await pool.query(`drop schema "${schema}" cascade`);
      await pool.end();
    },
  };
}

/** Bytes of the columns, as stored (compressed where Postgres compresses), without indexes and free space. */
async function bytesOf(pool: Pool, schema: string): Promise<number> {
  const { rows: columns } = await pool.query<{ readonly table_name: string; readonly column_name: string }>(
    "select table_name, column_name from information_schema.columns where table_schema = $1",
    [schema],
  );
  let sum = 0;
  for (const { table_name, column_name } of columns) {
    const { rows } = await pool.query<{ readonly bytes: string | null }>(
      `select sum(pg_column_size("${column_name}")) as bytes from "${schema}"."${table_name}"`,
    );
    sum += Number(rows[0]?.bytes ?? 0);
  }
  return sum;
}
