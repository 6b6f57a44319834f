import pg from "pg";

import type { Database, Sql } from "./database.ts";

/** The server that the demo looks for: no password, a database for tests. */
const SERVER = { host: "127.0.0.1", port: 5432, user: "postgres", database: "test" };

/** Whether a server answers there, within a second. */
export async function postgresAnswers(): Promise<boolean> {
  const client = new pg.Client({ ...SERVER, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The desk's tables in a schema of their own, which is made if it does not exist. */
export async function openPostgres(schema: string): Promise<Database> {
  const pool = postgresPool(schema);
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
  return {
    address: `postgres:${schema}`,
    name: "PostgreSQL",
    counter: "INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

/** Connections that find tables in the schema, without naming it. */
export function postgresPool(schema: string): pg.Pool {
  const pool = new pg.Pool({ ...SERVER, max: 4, options: `-c search_path=${schema}` });
  // A connection that breaks while it is idle is replaced; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}

export async function dropSchema(schema: string): Promise<void> {
  const client = new pg.Client(SERVER);
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(schema)} CASCADE`);
  await client.end();
}

async function transaction<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(async (text, values = []) => (await client.query(text, [...values])).rows);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
