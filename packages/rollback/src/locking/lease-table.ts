import { createHash } from "node:crypto";
import { inspect } from "node:util";

import retry from "p-retry";

import { LockUnansweredError } from "../errors/lock-unanswered-error.ts";
import type { HeardPool } from "./outlive-idle-errors.ts";

/** The part of a `pg` pool that leases need. */
export interface LeasePool extends HeardPool {
  /** Runs one statement on any connection. `query_timeout` is in milliseconds; `pg` closes the connection then. */
  query(statement: {
    readonly text: string;
    readonly values: unknown[];
    readonly query_timeout: number;
  }): Promise<{ readonly rows: readonly unknown[] }>;
}

/** @internal A lease as the table has it. */
export interface LeaseRow {
  /** The thread's row. */
  readonly id: string;
  /** A bigint in decimal digits. */
  readonly token: string;
  /** Milliseconds that a renewal adds to the server's clock. */
  readonly ttl: number;
}

/** @internal A lease that somebody wants. */
export interface WantedRow extends Omit<LeaseRow, "token"> {
  readonly scope: string;
  readonly threadId: string;
  /** A text of this lease alone. */
  readonly owner: string;
}

/** @internal The table of leases in one schema. Each call is one statement, and waits for `patience` milliseconds at most. */
export interface LeaseTable {
  /**
   * Takes a row if no lease on it is in force.
   * @returns the token of the new lease, higher than all before on this row; `undefined` if the row is taken
   */
  take(row: WantedRow, patience: number): Promise<string | undefined>;
  /** Renews those leases that are in force, and gives their tokens. */
  renew(rows: readonly LeaseRow[], patience: number): Promise<ReadonlySet<string>>;
  /** Ends the lease that an owner has. The row stays with its token. */
  giveBack(row: Pick<WantedRow, "id" | "owner">, patience: number): Promise<void>;
}

/** @internal The row of a thread: any text has one, however long and of whatever characters. */
export const rowId = (scope: string, threadId: string): string =>
  createHash("sha256")
    .update(JSON.stringify([scope, threadId]))
    .digest("hex");

/** @internal The leases of one schema. The first to need the table creates it. */
export function leaseTable(pool: LeasePool, schema: string): LeaseTable {
  const sql = statementsFor(schema);
  const query = (text: string, values: unknown[], patience: number): Promise<readonly unknown[]> =>
    answered(pool, text, values, patience);
  return {
    take: async ({ id, scope, threadId, owner, ttl }, patience) => {
      const values = [id, JSON.stringify([scope, threadId]), owner, ttl];
      const take = async (): Promise<string | undefined> =>
        tokensOf(await query(sql.take, values, patience))[0];
      try {
        return await take();
      } catch (error) {
        if (codeOf(error) !== UNDEFINED_TABLE) throw error;
        await createTable((text) => query(text, [], patience), sql);
        return take();
      }
    },
    renew: async (rows, patience) => {
      const columns = [rows.map(({ id }) => id), rows.map(({ token }) => token), rows.map(({ ttl }) => ttl)];
      return new Set(tokensOf(await query(sql.renew, columns, patience)));
    },
    giveBack: async ({ id, owner }, patience) => {
      await query(sql.giveBack, [id, owner], patience);
    },
  };
}

/** Codes of Postgres. */
const UNDEFINED_TABLE = "42P01";
const UNDEFINED_SCHEMA = "3F000";
/** Another process created the same thing at the same time: unique violation, duplicate schema, duplicate table, duplicate type. */
const CREATED_MEANWHILE: readonly unknown[] = ["23505", "42P06", "42P07", "42710"];

/** Milliseconds after which the connection of a statement that was not answered in time is closed. */
const CLOSED_AFTER = 1000;

type Statements = ReturnType<typeof statementsFor>;

function statementsFor(schema: string) {
  const schemaName = `"${schema.replaceAll('"', '""')}"`;
  const table = `${schemaName}.langgraph_rollback_leases`;
  const after = (ttl: string): string => `clock_timestamp() + ${ttl} * interval '1 millisecond'`;
  return {
    createSchema: `CREATE SCHEMA IF NOT EXISTS ${schemaName}`,
    createTable: `CREATE TABLE IF NOT EXISTS ${table} (
      id text PRIMARY KEY,
      thread text NOT NULL,
      token bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
      owner text,
      expires_at timestamptz NOT NULL
    )`,
    // A token comes from the table's sequence while the row is locked: two who want the same row get theirs in the order of their
    // leases. The condition of the SELECT spares a row that is taken its lock, so that those who wait write nothing.
    take: `INSERT INTO ${table} AS lease (id, thread, owner, expires_at)
      SELECT $1, $2, $3, ${after("$4::float8")}
      WHERE NOT EXISTS (
        SELECT FROM ${table} AS taken WHERE taken.id = $1 AND taken.owner IS NOT NULL AND taken.expires_at > clock_timestamp()
      )
      ON CONFLICT (id) DO UPDATE SET token = DEFAULT, owner = excluded.owner, expires_at = ${after("$4::float8")}
      WHERE lease.owner IS NULL OR lease.expires_at <= clock_timestamp()
      RETURNING lease.token::text AS token`,
    // A lease that is over stays over, also if the statement comes late and nobody has taken the thread.
    renew: `UPDATE ${table} AS lease SET expires_at = ${after("held.ttl")}
      FROM unnest($1::text[], $2::bigint[], $3::float8[]) AS held (id, token, ttl)
      WHERE lease.id = held.id AND lease.token = held.token AND lease.owner IS NOT NULL AND lease.expires_at > clock_timestamp()
      RETURNING lease.token::text AS token`,
    giveBack: `UPDATE ${table} SET owner = NULL, expires_at = clock_timestamp() WHERE id = $1 AND owner = $2`,
  };
}

/** Creates what is missing. The schema only if need be: a role that may create tables in a schema may often create no schemas. */
function createTable(
  query: (text: string) => Promise<unknown>,
  { createSchema, createTable: create }: Statements,
): Promise<void> {
  const once = async (): Promise<void> => {
    try {
      await query(create);
    } catch (error) {
      if (codeOf(error) !== UNDEFINED_SCHEMA) throw error;
      await query(createSchema);
      await query(create);
    }
  };
  // Two that create the same thing at once collide in spite of IF NOT EXISTS. One try later it exists.
  return retry(once, {
    retries: 3,
    minTimeout: 20,
    shouldRetry: ({ error }) => CREATED_MEANWHILE.includes(codeOf(error)),
  });
}

/** The pool's answer to a statement. A pool without a connection to spare gives none, and neither does a server that hangs. */
async function answered(
  pool: LeasePool,
  text: string,
  values: unknown[],
  patience: number,
): Promise<readonly unknown[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LockUnansweredError(patience)), patience);
  });
  const query_timeout = patience + CLOSED_AFTER;
  try {
    const { rows } = await Promise.race([pool.query({ text, values, query_timeout }), late]);
    return rows;
  } finally {
    clearTimeout(timer);
  }
}

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), "code");

const tokensOf = (rows: readonly unknown[]): readonly string[] =>
  rows.map((row) => {
    const token: unknown = Reflect.get(Object(row), "token");
    if (typeof token !== "string") throw new TypeError(`Expected a token as text, got ${inspect(token)}.`);
    return token;
  });
