import { z } from "zod";

import type { Database } from "./database.ts";

const world = z.object({
  effects: z.array(
    z.object({ tool: z.string(), state: z.string(), calls: z.number(), undoCalls: z.number() }),
  ),
  tickets: z.array(
    z.object({
      flight: z.string(),
      day: z.string(),
      seat: z.number(),
      passenger: z.string(),
      state: z.string(),
      price: z.number(),
    }),
  ),
  stays: z.array(
    z.object({
      hotel: z.string(),
      arrival: z.string(),
      departure: z.string(),
      guest: z.string(),
      state: z.string(),
      pricePerNight: z.number(),
    }),
  ),
  nights: z.array(z.object({ hotel: z.string(), night: z.string(), rooms: z.number(), free: z.number() })),
  accounts: z.array(z.object({ account: z.string(), balance: z.number() })),
  ledger: z.array(z.object({ account: z.string(), amount: z.number(), reason: z.string() })),
  policies: z.array(z.object({ city: z.string(), state: z.string() })),
  outbox: z.array(z.object({ recipient: z.string(), subject: z.string(), body: z.string() })),
});

/** Everything that the tables hold, read while nobody writes. Rows are in the order in which they were written. */
export type World = z.infer<typeof world>;

const QUERIES: Record<keyof World, string> = {
  effects: 'SELECT tool, state, calls, undo_calls AS "undoCalls" FROM effects ORDER BY tool, state',
  tickets: `SELECT t.flight, f.day, t.seat, t.passenger, t.state, f.price FROM tickets t JOIN flights f ON f.flight = t.flight
    ORDER BY t.ticket`,
  stays: `SELECT s.hotel, s.arrival, s.departure, s.guest, s.state, h.price AS "pricePerNight"
    FROM stays s JOIN hotels h ON h.hotel = s.hotel ORDER BY s.stay`,
  nights: "SELECT hotel, night, rooms, free FROM nights ORDER BY hotel, night",
  accounts: "SELECT account, balance FROM accounts ORDER BY account",
  ledger: "SELECT account, amount, reason FROM ledger ORDER BY entry",
  policies: "SELECT city, state FROM policies ORDER BY policy",
  outbox: "SELECT recipient, subject, body FROM outbox ORDER BY mail",
};

export function readWorld(database: Database): Promise<World> {
  return database.transaction(async (sql) => {
    const found: Record<string, unknown> = {};
    for (const [table, query] of Object.entries(QUERIES)) found[table] = await sql(query);
    return world.parse(found);
  });
}
