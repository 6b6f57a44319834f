import type { Pool } from "pg";
import { z } from "zod";

import type { Request } from "./request.ts";

/** A booking as the restaurant has it. */
export interface Booking extends Request {
  readonly state: "booked" | "undone";
  /** How often the same booking was asked for. */
  readonly calls: number;
}

/** The restaurant's book: the world outside of the graph. */
export interface Bookings {
  /** Books under a key. The same key again books nothing more. */
  book(key: string, request: Request): Promise<void>;
  /** Undoes what was booked under a key, also if it comes first. */
  undo(key: string): Promise<void>;
  all(): Promise<readonly Booking[]>;
}

const row: z.ZodType<Booking> = z.object({
  guest: z.string(),
  day: z.number(),
  state: z.enum(["booked", "undone"]),
  calls: z.number(),
});

/** Opens the book, and makes its table where it is missing. */
export async function openBookings(pool: Pool, schema: string): Promise<Bookings> {
  const table = `${schema}.bookings`;
  // Two workers that begin at once would both make it.
  await pool.query(`BEGIN; SELECT pg_advisory_xact_lock(20261128); CREATE SCHEMA IF NOT EXISTS ${schema};
    CREATE TABLE IF NOT EXISTS ${table} (
      key text PRIMARY KEY, guest text NOT NULL, day integer NOT NULL, state text NOT NULL, calls integer NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    ); COMMIT`);
  return {
    book: async (key, { guest, day }) => {
      await pool.query(
        `INSERT INTO ${table} (key, guest, day, state, calls) VALUES ($1, $2, $3, 'booked', 1)
         ON CONFLICT (key) DO UPDATE SET calls = ${table}.calls + 1`,
        [key, guest, day],
      );
    },
    undo: async (key) => {
      await pool.query(
        `INSERT INTO ${table} (key, guest, day, state, calls) VALUES ($1, '', 0, 'undone', 0)
         ON CONFLICT (key) DO UPDATE SET state = 'undone'`,
        [key],
      );
    },
    all: async () => {
      const { rows } = await pool.query(
        `SELECT guest, day, state, calls FROM ${table} WHERE calls > 0 ORDER BY guest, at`,
      );
      return rows.map((each) => row.parse(each));
    },
  };
}
