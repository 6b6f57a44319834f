import { describe, expect, it } from "vitest";

import { inNewWorld } from "../world/new-world.ts";
import { readWorld } from "../world/read-world.ts";
import { bookHotel } from "../world/stays.ts";
import { worldTables } from "./world-tables.ts";

describe("worldTables", () => {
  it("shows what is booked, the traveller's money and the balances", async () => {
    await inNewWorld("sqlite", async (database) => {
      expect(worldTables(await readWorld(database)).split("\n")).toEqual([
        "Nothing is booked.",
        "The traveller's account: +1000 (opening).",
        "Balances: insurer 0, suppliers 0, traveller 1000; the ledger adds up, and no seat is sold twice.",
      ]);
      const stay = { hotel: "Alfama", arrival: "2027-03-12", departure: "2027-03-14", guest: "Ada" };
      await bookHotel(database, "k", stay);
      expect(worldTables(await readWorld(database))).toMatch(
        /hotel Alfama +│ 2027-03-12 to 2027-03-14 +│ +240 │ booked/,
      );
    });
  });

  it("says what is wrong", async () => {
    await inNewWorld("sqlite", async (database) => {
      const world = await readWorld(database);
      expect(worldTables({ ...world, accounts: [{ account: "insurer", balance: 7 }] })).toContain(
        'WRONG: the ledger of "insurer" does not add up to its balance',
      );
    });
  });
});
