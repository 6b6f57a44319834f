import { z } from "zod";

import type { Database, Sql } from "./database.ts";
import { once, undoOnce } from "./once.ts";
import { RefusedError } from "./refused-error.ts";
import { days } from "./schema.ts";

const stay = z.object({
  hotel: z.string(),
  arrival: z.string(),
  departure: z.string(),
  pricePerNight: z.number(),
});

export type Stay = z.infer<typeof stay> & { readonly price: number };

/** Takes a room for each night from the day of arrival to the one before departure. */
export function bookHotel(
  database: Database,
  key: string,
  booking: {
    readonly hotel: string;
    readonly arrival: string;
    readonly departure: string;
    readonly guest: string;
  },
): Promise<Stay> {
  const { hotel, arrival, departure, guest } = booking;
  return database.transaction(async (sql) => {
    await once(sql, key, "book_hotel", async () => {
      await takeRooms(sql, booking);
      await sql(
        "INSERT INTO stays (effect_key, hotel, arrival, departure, guest, state) VALUES ($1, $2, $3, $4, $5, 'booked')",
        [key, hotel, arrival, departure, guest],
      );
    });
    return stayUnder(sql, key);
  });
}

/** Gives the rooms back. The stay stays in its table, cancelled. */
export function cancelHotel(database: Database, key: string): Promise<void> {
  return database.transaction((sql) =>
    undoOnce(sql, key, "book_hotel", async () => {
      const { hotel, arrival, departure } = await stayUnder(sql, key);
      await sql("UPDATE nights SET free = free + 1 WHERE hotel = $1 AND night >= $2 AND night < $3", [
        hotel,
        arrival,
        departure,
      ]);
      await sql("UPDATE stays SET state = 'cancelled' WHERE effect_key = $1", [key]);
    }),
  );
}

async function takeRooms(
  sql: Sql,
  {
    hotel,
    arrival,
    departure,
  }: { readonly hotel: string; readonly arrival: string; readonly departure: string },
): Promise<void> {
  const nights = days(arrival, departure);
  if (nights.length === 0)
    throw new RefusedError(`Expected a departure after "${arrival}", got "${departure}".`);
  for (const night of nights) {
    const taken = await sql(
      "UPDATE nights SET free = free - 1 WHERE hotel = $1 AND night = $2 AND free > 0 RETURNING free",
      [hotel, night],
    );
    if (taken.length === 0) throw new RefusedError(`Hotel "${hotel}" has no room in the night of ${night}.`);
  }
}

async function stayUnder(sql: Sql, key: string): Promise<Stay> {
  const [row] = await sql(
    `SELECT s.hotel, s.arrival, s.departure, h.price AS "pricePerNight" FROM stays s JOIN hotels h ON h.hotel = s.hotel
      WHERE s.effect_key = $1`,
    [key],
  );
  const found = stay.parse(row);
  return { ...found, price: found.pricePerNight * days(found.arrival, found.departure).length };
}
