import retry from "p-retry";
import type pg from "pg";

import type { World } from "./chaos-graph.ts";

/** SQL that makes the world's table. */
export const worldSql = (schema: string): string => `
CREATE TABLE ${schema}.world (
  key text PRIMARY KEY, thread text NOT NULL, n integer NOT NULL, name text NOT NULL, undone boolean NOT NULL DEFAULT false);
CREATE INDEX ON ${schema}.world (thread);`;

/** A world in a table: what was done, and what of that was undone. It is asked again where its connection was cut, as tools do. */
export function chaosWorld(pool: pg.Pool, schema: string): World {
  return {
    act: async (key, { thread, n, name }) => {
      await asked(
        pool,
        `INSERT INTO ${schema}.world (key, thread, n, name) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO UPDATE SET undone = false`,
        [key, thread, n, name],
      );
      return key;
    },
    undo: async (key) => {
      await asked(pool, `UPDATE ${schema}.world SET undone = true WHERE key = $1`, [key]);
    },
  };
}

async function asked(pool: pg.Pool, sql: string, values: unknown[]): Promise<void> {
  await retry(() => pool.query(sql, values), { retries: 8, minTimeout: 50 });
}
