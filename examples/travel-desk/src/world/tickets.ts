import { z } from "zod";

import type { Database, Sql } from "./database.ts";
import { once, undoOnce } from "./once.ts";
import { RefusedError } from "./refused-error.ts";

const ticket = z.object({ flight: z.string(), day: z.string(), seat: z.number(), price: z.number() });

export type Ticket = z.infer<typeof ticket>;

/** The flights of a day that have a seat left. */
export function searchFlights(
  database: Database,
  trip: { readonly from: string; readonly to: string; readonly day: string },
): Promise<readonly { flight: string; day: string; price: number; seatsLeft: number }[]> {
  return database.transaction(async (sql) => {
    const rows = await sql(
      "SELECT flight, day, price, seats FROM flights WHERE origin = $1 AND destination = $2 AND day = $3 ORDER BY flight",
      [trip.from, trip.to, trip.day],
    );
    const flights = z.array(ticket.omit({ seat: true }).extend({ seats: z.number() })).parse(rows);
    const found = [];
    for (const { seats, ...flight } of flights)
      found.push({ ...flight, seatsLeft: seats - (await soldSeats(sql, flight.flight)).length });
    return found.filter(({ seatsLeft }) => seatsLeft > 0);
  });
}

/** Books the first free seat. */
export function bookFlight(
  database: Database,
  key: string,
  { flight, passenger }: { readonly flight: string; readonly passenger: string },
): Promise<Ticket> {
  return database.transaction(async (sql) => {
    await once(sql, key, "book_flight", async () => {
      const seat = await freeSeat(sql, flight);
      await sql(
        "INSERT INTO tickets (effect_key, flight, seat, passenger, state) VALUES ($1, $2, $3, $4, 'booked')",
        [key, flight, seat, passenger],
      );
    });
    const [row] = await sql(
      "SELECT t.flight, f.day, t.seat, f.price FROM tickets t JOIN flights f ON f.flight = t.flight WHERE t.effect_key = $1",
      [key],
    );
    return ticket.parse(row);
  });
}

/** Gives the seat back. The ticket stays in its table, cancelled. */
export function cancelFlight(database: Database, key: string): Promise<void> {
  return database.transaction((sql) =>
    undoOnce(sql, key, "book_flight", async () => {
      await sql("UPDATE tickets SET state = 'cancelled' WHERE effect_key = $1", [key]);
    }),
  );
}

async function freeSeat(sql: Sql, flight: string): Promise<number> {
  // The update locks the flight: two who book at the same time must not take the same seat.
  const [row] = await sql("UPDATE flights SET seats = seats WHERE flight = $1 RETURNING seats", [flight]);
  if (row === undefined) throw new RefusedError(`There is no flight "${flight}".`);
  const { seats } = z.object({ seats: z.number() }).parse(row);
  const sold = await soldSeats(sql, flight);
  const free = Array.from({ length: seats }, (_, index) => index + 1).find((seat) => !sold.includes(seat));
  if (free === undefined) throw new RefusedError(`Flight "${flight}" is sold out.`);
  return free;
}

async function soldSeats(sql: Sql, flight: string): Promise<readonly number[]> {
  const rows = await sql("SELECT seat FROM tickets WHERE flight = $1 AND state = 'booked'", [flight]);
  return z
    .array(z.object({ seat: z.number() }))
    .parse(rows)
    .map(({ seat }) => seat);
}
