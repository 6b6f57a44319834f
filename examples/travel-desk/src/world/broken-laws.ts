import { days } from "./schema.ts";
import type { World } from "./read-world.ts";

/** Faults in the tables, whatever was done and undone. Empty unless the desk has a bug. */
export function brokenLaws(world: World): readonly string[] {
  return [...seatsSoldTwice(world), ...wrongBalances(world), ...wrongNights(world)];
}

function seatsSoldTwice({ tickets }: World): readonly string[] {
  const seats = tickets
    .filter(({ state }) => state === "booked")
    .map(({ flight, seat }) => `${flight}, seat ${seat}`);
  return seats.filter((seat, index) => seats.indexOf(seat) < index).map((seat) => `${seat} is sold twice`);
}

function wrongBalances({ accounts, ledger }: World): readonly string[] {
  const sum = (amounts: readonly { readonly amount: number }[]): number =>
    amounts.reduce((total, { amount }) => total + amount, 0);
  const opened = sum(ledger.filter(({ reason }) => reason === "opening"));
  const wrong = accounts
    .filter(({ account, balance }) => sum(ledger.filter((entry) => entry.account === account)) !== balance)
    .map(({ account }) => `the ledger of "${account}" does not add up to its balance`);
  const owing = accounts.filter(({ balance }) => balance < 0).map(({ account }) => `"${account}" owes money`);
  return [...wrong, ...owing, ...(sum(ledger) === opened ? [] : ["money was made or lost"])];
}

function wrongNights({ nights, stays }: World): readonly string[] {
  const booked = stays.filter(({ state }) => state === "booked");
  return nights
    .filter(({ hotel, night, rooms, free }) => {
      const taken = booked.filter(
        (stay) => stay.hotel === hotel && days(stay.arrival, stay.departure).includes(night),
      );
      return rooms - free !== taken.length;
    })
    .map(({ hotel, night }) => `${hotel} has a wrong number of free rooms in the night of ${night}`);
}
