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
  const pool = new pg.Pool({ ...server, connectionTimeoutMillis: 3000 });
  try {
    return await openSchema(pool, async () => {});
  } catch (error) {
    await pool.end();
    const missing = `none answers at ${server.host}:${server.port}: ${reasonOf(error)}`;
    // Said aloud, because a reporter that shows only failures hides what was skipped.
    process.stderr.write(`SKIPPED: the tests over PostgresSaver on a real server, for ${missing}\n`);
    const none = (): never => {
      throw new Error(missing, { cause: error });
    };
    return { version: "PostgreSQL", schema: "", missing, open: none, clear: none, close: none };
  }
}

/** A schema in PGlite, Postgres in WebAssembly: slower to start, and the same everywhere. */
export async function openPGlite(): Promise<Postgres> {
  const db = await PGlite.create();
  const socket = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0 });
  await socket.start();
  const [host, port] = socket.getServerConn().split(":");
  // All connections share PGlite's one session, where they take each other's prepared statements away.
  const pool = new pg.Pool({ host, port: Number(port), user: "postgres", database: "postgres", max: 1 });
  return await openSchema(pool, async () => {
    await socket.stop();
    await db.close();
  });
}

async function openSchema(pool: pg.Pool, stop: () => Promise<void>): Promise<Postgres> {
  const { rows } = await pool.query<{ version: string }>("select version()");
  const schema = `rollback_${randomUUID().replaceAll("-", "")}`;
  const open = () => new PostgresSaver(pool, undefined, { schema });
  await open().setup();
  return {
    version: rows[0]?.version.split(",")[0] ?? "PostgreSQL",
    schema,
    open,
    clear: async () => {
      const tables = ["checkpoints", "checkpoint_blobs", "checkpoint_writes"];
      await pool.query(`truncate ${tables.map((table) => `"${schema}".${table}`).join(", ")}`);
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
