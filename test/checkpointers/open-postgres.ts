import { randomUUID } from "node:crypto";

import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";

import { server } from "../fixtures/postgres-server.ts";

/** A schema of its own in a Postgres, and what runs it. */
export interface Postgres {
  /** Says which one it is, for the output. */
  readonly version: string;
  /** For a connection of one's own. */
  readonly address: string;
  readonly schema: string;
  /** Why there is none; nothing else can be called then. */
  readonly missing?: string;
  /** A saver over the schema, whose tables exist. */
  readonly open: () => PostgresSaver;
  /** Empties the tables. */
  readonly clear: () => Promise<void>;
  /** Drops the schema and closes everything. */
  readonly close: () => Promise<void>;
}

/** A schema on this machine's server, or why there is none. */
export async function openServer(): Promise<Postgres> {
  const opened = await schemaOnServer();
  // Printed, because a reporter that shows only failures hides skipped tests.
  if (opened.missing !== undefined)
    process.stderr.write(`SKIPPED: the tests over PostgresSaver on a real server, for ${opened.missing}\n`);
  return opened;
}

/**
 * A schema on this machine's server, or in PGlite where none answers: for tests that run once, and never go without.
 *
 * @param what runs over it, for the output
 */
export async function openServerOrPGlite(what: string): Promise<Postgres> {
  const onServer = await schemaOnServer();
  const { missing } = onServer;
  const opened = missing === undefined ? onServer : await openPGlite();
  const why = missing === undefined ? "" : `; no real server: ${missing}`;
  process.stderr.write(`${what} over ${opened.version}${why}\n`);
  return opened;
}

/** A schema in PGlite, Postgres in WebAssembly: slower to start, and the same everywhere. */
export async function openPGlite(): Promise<Postgres> {
  const db = await PGlite.create();
  // The pool's own connection, one of somebody who reads what is there while the pool rests, and one that has just been left.
  const socket = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 3 });
  await socket.start();
  const address = `postgresql://postgres@${socket.getServerConn()}/postgres`;
  // All connections share PGlite's one session, where they take each other's prepared statements away.
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  return await openSchema(pool, address, async () => {
    await socket.stop();
    await db.close();
  });
}

async function schemaOnServer(): Promise<Postgres> {
  const pool = new pg.Pool({ ...server, connectionTimeoutMillis: 60_000 });
  const address = `postgresql://${server.user}@${server.host}:${server.port}/${server.database}`;
  try {
    return await openSchema(pool, address, async () => {});
  } catch (error) {
    await pool.end();
    const missing = `none answers at ${server.host}:${server.port}: ${reasonOf(error)}`;
    const none = (): never => {
      throw new Error(missing, { cause: error });
    };
    return { version: "PostgreSQL", address, schema: "", missing, open: none, clear: none, close: none };
  }
}

async function openSchema(pool: pg.Pool, address: string, stop: () => Promise<void>): Promise<Postgres> {
  const { rows } = await pool.query<{ version: string }>("select version()");
  const schema = `rollback_${randomUUID().replaceAll("-", "")}`;
  const open = () => new PostgresSaver(pool, undefined, { schema });
  await open().setup();
  return {
    version: rows[0]?.version.split(",")[0] ?? "PostgreSQL",
    address,
    schema,
    open,
    clear: async () => {
      // Of few rows `truncate` takes ten times as long: it makes new files, and waits for the disk.
      const tables = ["checkpoints", "checkpoint_blobs", "checkpoint_writes"];
      await pool.query(tables.map((table) => `delete from "${schema}".${table}`).join("; "));
    },
    close: async () => {
      await pool.query(`drop schema "${schema}" cascade`);
      await pool.end();
      await stop();
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join(", ");
  return error instanceof Error ? error.message : String(error);
}
