import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";

import { kinds } from "../fixtures/kinds.ts";
import { brokenLaws } from "./broken-laws.ts";
import type { Database } from "./database.ts";
import { pay } from "./money.ts";
import { sendMail } from "./outbox.ts";
import { buyInsurance, cancelInsurance } from "./policies.ts";
import { readWorld } from "./read-world.ts";
import { RefusedError } from "./refused-error.ts";
import { inNewWorld } from "./new-world.ts";
import { bookHotel, cancelHotel } from "./stays.ts";
import { bookFlight, cancelFlight, searchFlights } from "./tickets.ts";

const onTheTwelfth = { flight: "VL0312", passenger: "Ada" };
const threeNights = { hotel: "Alfama", arrival: "2027-03-12", departure: "2027-03-15", guest: "Ada" };

interface DrawnCall {
  readonly tool: "book_flight" | "book_hotel" | "buy_insurance" | "pay";
  readonly number: number;
  readonly does: "act" | "undo";
}

/** Arguments follow from the act's number: an act that is repeated has the same. */
function act(database: Database, { tool, number }: DrawnCall): Promise<unknown> {
  const key = `${tool}-${number}`;
  switch (tool) {
    case "book_flight":
      return bookFlight(database, key, {
        flight: number % 2 === 0 ? "VL0312" : "VL0313",
        passenger: `P${number}`,
      });
    case "book_hotel":
      return bookHotel(database, key, { ...threeNights, arrival: `2027-03-1${1 + (number % 3)}` });
    case "buy_insurance":
      return buyInsurance(database, key, { city: "Lisbon" });
    case "pay":
      return pay(database, key, { amount: 150 + 100 * number });
  }
}

const undoing = { book_flight: cancelFlight, book_hotel: cancelHotel, buy_insurance: cancelInsurance };

/** A payment is never undone: it is made again. */
const carryOut = (database: Database, call: DrawnCall): Promise<unknown> =>
  (call.does === "undo" && call.tool !== "pay"
    ? undoing[call.tool](database, `${call.tool}-${call.number}`)
    : act(database, call)
  ).catch(refused);

const callOf = (...tools: readonly DrawnCall["tool"][]): fc.Arbitrary<DrawnCall> =>
  fc.record({
    tool: fc.constantFrom(...tools),
    number: fc.nat({ max: 3 }),
    does: fc.constantFrom("act", "act", "undo"),
  });

const undoable = ["book_flight", "book_hotel", "buy_insurance"] as const;

/** Calls of one batch are made at the same time, batches one after the other. */
const batches = fc.array(fc.array(callOf(...undoable, "pay"), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 6,
});

/** A refused call has not happened; any other error is a bug. */
function refused(error: unknown): "refused" {
  if (error instanceof RefusedError) return "refused";
  throw error;
}

describe.each(kinds)("the desk's world over %s", (kind) => {
  const numRuns = inject("allRounds") ? 60 : 10;

  it("keeps its laws whatever is done, done again and undone, and at the same time", async () => {
    await fc.assert(
      fc.asyncProperty(batches, (drawn) =>
        inNewWorld(kind, async (database) => {
          for (const batch of drawn) {
            await Promise.all(batch.map((call) => carryOut(database, call)));
            expect(brokenLaws(await readWorld(database))).toEqual([]);
          }
        }),
      ),
      { numRuns },
    );
  });

  it("holds nothing any more of what was undone, at whatever time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(callOf(...undoable), { minLength: 1, maxLength: 36 }), (calls) =>
        inNewWorld(kind, async (database) => {
          const before = await readWorld(database);
          const all = [...calls, ...calls.map((each) => ({ ...each, does: "undo" as const }))];
          await Promise.all(all.map((call) => carryOut(database, call)));
          const after = await readWorld(database);
          expect(after.accounts).toEqual(before.accounts);
          expect(after.nights).toEqual(before.nights);
          const states = [...after.tickets, ...after.stays, ...after.policies].map(({ state }) => state);
          expect(states).toEqual(states.map(() => "cancelled"));
        }),
      ),
      { numRuns },
    );
  });

  it("does an act with the same key once, and answers the same", async () => {
    await inNewWorld(kind, async (database) => {
      const first = await bookFlight(database, "k", onTheTwelfth);
      expect(await bookFlight(database, "k", onTheTwelfth)).toEqual(first);
      await sendMail(database, "m", { to: "ada", subject: "Lisbon", body: "Booked." });
      await sendMail(database, "m", { to: "ada", subject: "Lisbon", body: "Booked." });
      const { tickets, outbox, effects } = await readWorld(database);
      expect(tickets).toHaveLength(1);
      expect(outbox).toHaveLength(1);
      expect(effects.map(({ calls }) => calls)).toEqual([2, 2]);
    });
  });

  it("sells a seat again after it was given back, and not before", async () => {
    await inNewWorld(kind, async (database) => {
      await bookFlight(database, "a", onTheTwelfth);
      await bookFlight(database, "b", onTheTwelfth);
      await expect(bookFlight(database, "c", onTheTwelfth)).rejects.toThrow("sold out");
      await cancelFlight(database, "a");
      expect(await bookFlight(database, "c", onTheTwelfth)).toMatchObject({ seat: 1 });
      expect(await searchFlights(database, { from: "Vienna", to: "Lisbon", day: "2027-03-12" })).toEqual([]);
    });
  });

  it("pays back in rows of its own, once, however often it is called", async () => {
    await inNewWorld(kind, async (database) => {
      await buyInsurance(database, "p", { city: "Lisbon" });
      await cancelInsurance(database, "p");
      await cancelInsurance(database, "p");
      const { ledger, effects } = await readWorld(database);
      expect(ledger.filter(({ account }) => account === "traveller")).toEqual([
        { account: "traveller", amount: 1000, reason: "opening" },
        { account: "traveller", amount: -25, reason: "premium" },
        { account: "traveller", amount: 25, reason: "premium back" },
      ]);
      expect(effects).toEqual([{ tool: "buy_insurance", state: "undone", calls: 1, undoCalls: 2 }]);
    });
  });

  it("refuses an act that arrives after it was undone", async () => {
    await inNewWorld(kind, async (database) => {
      await cancelHotel(database, "late");
      await expect(bookHotel(database, "late", threeNights)).rejects.toThrow("was undone");
      expect((await readWorld(database)).stays).toEqual([]);
    });
  });

  it("does nothing at all when it refuses", async () => {
    await inNewWorld(kind, async (database) => {
      const before = await readWorld(database);
      await expect(pay(database, "p", { amount: 1001 })).rejects.toThrow("holds less than 1001 euros");
      await expect(bookFlight(database, "f", { flight: "none", passenger: "Ada" })).rejects.toThrow(
        "no flight",
      );
      await expect(bookHotel(database, "h", { ...threeNights, departure: "2027-04-02" })).rejects.toThrow(
        "no room in the night of 2027-03-31",
      );
      expect(await readWorld(database)).toEqual(before);
    });
  });
});

describe("the laws", () => {
  it("name what is wrong", async () => {
    await inNewWorld("sqlite", async (database) => {
      await bookFlight(database, "a", onTheTwelfth);
      const world = await readWorld(database);
      const [account] = world.accounts;
      expect(
        brokenLaws({
          ...world,
          tickets: [...world.tickets, ...world.tickets],
          accounts: account === undefined ? [] : [{ ...account, balance: -1 }],
          ledger: [...world.ledger, { account: "traveller", amount: 5, reason: "gift" }],
          nights: [{ hotel: "Alfama", night: "2027-03-12", rooms: 2, free: 1 }],
        }),
      ).toEqual([
        "VL0312, seat 1 is sold twice",
        'the ledger of "insurer" does not add up to its balance',
        '"insurer" owes money',
        "money was made or lost",
        "Alfama has a wrong number of free rooms in the night of 2027-03-12",
      ]);
    });
  });
});
