import { withRollback } from "langgraph-rollback";
import { describe, expect, inject, it } from "vitest";

import { kinds } from "../fixtures/kinds.ts";
import { atNewDesk } from "../fixtures/desks.ts";
import { brokenLaws } from "../world/broken-laws.ts";
import { readWorld } from "../world/read-world.ts";
import { callKey } from "./call-key.ts";
import { scriptedModel } from "./scripted-model.ts";
import { travelAgent } from "./travel-agent.ts";
import { lisbon, requestText } from "./trip-request.ts";
import { verifyTrip } from "./verify-trip.ts";

const asked = { messages: [{ role: "user", content: requestText(lisbon) }] };
const onThread = { configurable: { thread_id: "trip" } };

describe.each(inject("allRounds") ? kinds : ["sqlite" as const])("the agent over %s", (kind) => {
  it("books for the wrong days, pays, and does not notice", async () => {
    await atNewDesk(kind, callKey, async ({ database, checkpointer, tools }) => {
      const agent = travelAgent({ model: scriptedModel(lisbon), tools, checkpointer });
      const { messages } = await agent.invoke(asked, onThread);
      expect(messages.at(-1)?.text).toBe("Everything is booked and paid.");
      const world = await readWorld(database);
      expect(world.tickets).toMatchObject([{ day: "2027-03-21", state: "booked" }]);
      expect(world.stays).toMatchObject([
        { arrival: "2027-03-21", departure: "2027-03-24", state: "booked" },
      ]);
      expect(world.policies).toEqual([{ city: "Lisbon", state: "in force" }]);
      expect(world.accounts).toEqual([
        { account: "insurer", balance: 25 },
        { account: "suppliers", balance: 640 },
        { account: "traveller", balance: 335 },
      ]);
      expect(world.outbox.map(({ body }) => body)).toEqual([
        "You fly on 2027-03-21 and stay until 2027-03-24.",
      ]);
      expect(await verifyTrip(database, lisbon)).toEqual({
        ok: false,
        reason:
          "The flight should be on 2027-03-12, but is on 2027-03-21. The hotel should be from 2027-03-12 to 2027-03-15, but is from 2027-03-21 to 2027-03-24. No mail tells Ada Lovelace that the trip begins on 2027-03-12.",
      });
    });
  });

  it("cannot pay for the right trip after a rollback that undoes nothing of the wrong one", async () => {
    await atNewDesk(kind, callKey, async ({ database, checkpointer, tools }) => {
      const agent = withRollback(travelAgent({ model: scriptedModel(lisbon), tools, checkpointer }), {
        verify: () => verifyTrip(database, lisbon),
        maxRollbacks: 1,
        onFailure: "last",
      });
      const { messages } = await agent.invoke(asked, onThread);
      expect(messages.at(-1)?.text).toContain('The account "traveller" holds less than 640 euros.');
      const world = await readWorld(database);
      expect(world.tickets.map(({ day, state }) => `${day} ${state}`)).toEqual([
        "2027-03-21 booked",
        "2027-03-12 booked",
      ]);
      expect(world.accounts).toContainEqual({ account: "traveller", balance: 310 });
      expect(brokenLaws(world)).toEqual([]);
    });
  });
});
