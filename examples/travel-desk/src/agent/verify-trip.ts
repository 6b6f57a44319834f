import type { Database } from "../world/database.ts";
import { readWorld, type World } from "../world/read-world.ts";
import { days } from "../world/schema.ts";
import type { TripRequest } from "./trip-request.ts";

/** Whether the tables hold the requested trip: facts, not the agent's words. */
export async function verifyTrip(
  database: Database,
  request: TripRequest,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }> {
  const world = await readWorld(database);
  const wrong = [
    ...wrongFlight(world, request),
    ...wrongHotel(world, request),
    ...wrongMoney(world),
    ...wrongMail(world, request),
  ];
  return wrong.length === 0 ? { ok: true } : { ok: false, reason: wrong.join(" ") };
}

function wrongFlight({ tickets }: World, { traveller, arrival }: TripRequest): readonly string[] {
  const held = tickets.filter(({ passenger, state }) => passenger === traveller && state === "booked");
  const found = held.map(({ day }) => day).join(" and ");
  return found === arrival ? [] : [`The flight should be on ${arrival}, but is on ${found || "no day"}.`];
}

function wrongHotel({ stays }: World, { traveller, arrival, departure }: TripRequest): readonly string[] {
  const held = stays.filter(({ guest, state }) => guest === traveller && state === "booked");
  const found = held.map((stay) => `from ${stay.arrival} to ${stay.departure}`).join(" and ");
  const wanted = `from ${arrival} to ${departure}`;
  return found === wanted ? [] : [`The hotel should be ${wanted}, but is ${found || "not booked"}.`];
}

function wrongMoney({ tickets, stays, accounts }: World): readonly string[] {
  const due =
    tickets.filter(({ state }) => state === "booked").reduce((sum, { price }) => sum + price, 0) +
    stays
      .filter(({ state }) => state === "booked")
      .reduce((sum, stay) => sum + stay.pricePerNight * days(stay.arrival, stay.departure).length, 0);
  const paid = accounts.find(({ account }) => account === "suppliers")?.balance ?? 0;
  return paid === due ? [] : [`${due} euros are due, but ${paid} are paid.`];
}

function wrongMail({ outbox }: World, { traveller, arrival, mail }: TripRequest): readonly string[] {
  if (!mail || outbox.some(({ recipient, body }) => recipient === traveller && body.includes(arrival)))
    return [];
  return [`No mail tells ${traveller} that the trip begins on ${arrival}.`];
}
