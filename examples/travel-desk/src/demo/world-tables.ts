import Table from "cli-table3";

import { brokenLaws } from "../world/broken-laws.ts";
import { PREMIUM } from "../world/policies.ts";
import type { World } from "../world/read-world.ts";
import { days } from "../world/schema.ts";

/** Contents of the tables, for people: what was booked, what the traveller's account went through, and the balances. */
export function worldTables(world: World): string {
  return [bookings(world), money(world), balances(world)].join("\n");
}

function bookings({ tickets, stays, policies, outbox }: World): string {
  const table = plainTable(["booked", "for", "euros", "state"], ["left", "left", "right", "left"]);
  for (const { flight, seat, day, price, state } of tickets)
    table.push([`flight ${flight}, seat ${seat}`, day, String(price), state]);
  for (const { hotel, arrival, departure, pricePerNight, state } of stays)
    table.push([
      `hotel ${hotel}`,
      `${arrival} to ${departure}`,
      String(pricePerNight * days(arrival, departure).length),
      state,
    ]);
  for (const { city, state } of policies) table.push([`insurance for ${city}`, "", String(PREMIUM), state]);
  for (const { recipient, body } of outbox) table.push([`mail to ${recipient}`, body, "", "sent"]);
  return table.length === 0 ? "Nothing is booked." : table.toString();
}

/** Each movement of the traveller's money, in order. */
function money({ ledger }: World): string {
  const moved = ledger
    .filter(({ account }) => account === "traveller")
    .map(({ amount, reason }) => `${amount > 0 ? "+" : ""}${amount} (${reason})`);
  return `The traveller's account: ${moved.join(", ")}.`;
}

function balances(world: World): string {
  const all = world.accounts.map(({ account, balance }) => `${account} ${balance}`).join(", ");
  const broken = brokenLaws(world);
  const verdict =
    broken.length === 0 ? "the ledger adds up, and no seat is sold twice" : `WRONG: ${broken.join("; ")}`;
  return `Balances: ${all}; ${verdict}.`;
}

function plainTable(head: string[], colAligns: ("left" | "right")[]): Table.Table {
  return new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
}
