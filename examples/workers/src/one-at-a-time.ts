import type { Pool } from "pg";

/** Any number that nobody else locks by. */
const LOCK = 20_261_129;

/** Does something in one process at a time. `PostgresSaver.setup` fails in one of two processes that both make its tables. */
export async function oneAtATime(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await work();
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    client.release();
  } catch (error) {
    // Its session may have the lock still.
    client.release(true);
    throw error;
  }
}
