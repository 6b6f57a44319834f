import type { BaseMessage } from "@langchain/core/messages";

import type { Database } from "../world/database.ts";
import { readWorld, type World } from "../world/read-world.ts";
import { days } from "../world/schema.ts";
import type { TripRequest } from "./trip-request.ts";
import { waitingActs, type WaitingActs } from "./waiting-acts.ts";

/**
 * Whether the tables hold the requested trip, and what waits completes it: facts, not the agent's words.
 *
 * @param messages with the receipts of acts that wait for this verdict
 */
export async function verifyTrip(
  database: Database,
  request: TripRequest,
  messages: readonly BaseMessage[] = [],
): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }> {
  const world = await readWorld(database);
  const waiting = waitingActs(messages);
  const wrong = [
    ...wrongFlight(world, request),
    ...wrongHotel(world, request),
    ...wrongMoney(world, waiting),
    ...wrongMail(world, waiting, request),
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

function wrongMoney({ tickets, stays, accounts }: World, { payments }: WaitingActs): readonly string[] {
  const due =
    tickets.filter(({ state }) => state === "booked").reduce((sum, { price }) => sum + price, 0) +
    stays
      .filter(({ state }) => state === "booked")
      .reduce((sum, stay) => sum + stay.pricePerNight * days(stay.arrival, stay.departure).length, 0);
  const held = accounts.find(({ account }) => account === "suppliers")?.balance ?? 0;
  const paid = payments.reduce((sum, amount) => sum + amount, held);
  return paid === due ? [] : [`${due} euros are due, but ${paid} are paid.`];
}

function wrongMail(
  { outbox }: World,
  { mails }: WaitingActs,
  { traveller, arrival }: TripRequest,
): readonly string[] {
  const all = [...outbox, ...mails.map(({ to, body }) => ({ recipient: to, body }))];
  return all.some(({ recipient, body }) => recipient === traveller && body.includes(arrival))
    ? []
    : [`No mail tells ${traveller} that the trip begins on ${arrival}.`];
}
