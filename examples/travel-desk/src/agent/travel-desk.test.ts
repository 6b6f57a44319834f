import { readHistory, type EffectOptions } from "langgraph-rollback";
import { describe, expect, inject, it } from "vitest";

import { kinds } from "../fixtures/kinds.ts";
import { booked } from "../fixtures/booked.ts";
import { atNewDesk } from "../fixtures/desks.ts";
import { brokenLaws } from "../world/broken-laws.ts";
import type { DatabaseKind } from "../world/new-world.ts";
import { readWorld } from "../world/read-world.ts";
import { scriptedModel } from "./scripted-model.ts";
import { keyOf, travelDesk } from "./travel-desk.ts";
import { travelEffects } from "./travel-effects.ts";
import { lisbon, requestText } from "./trip-request.ts";
import { verifyTrip } from "./verify-trip.ts";

const onThread = { configurable: { thread_id: "trip" } };

/** One run in a new world, which is told by what it leaves. */
function book(kind: DatabaseKind, mail: boolean, onIrreversible: EffectOptions["onIrreversible"] = "stop") {
  const request = { ...lisbon, mail };
  return atNewDesk(kind, keyOf, async (desk) => {
    const effects = { ...travelEffects(desk), onIrreversible };
    const agent = travelDesk(desk, { model: scriptedModel(request), request, effects });
    const { messages } = await agent.invoke(
      { messages: [{ role: "user", content: requestText(request) }] },
      onThread,
    );
    const [history] = await readHistory(agent, onThread);
    const world = await readWorld(desk.database);
    return { messages, history, world, verdict: await verifyTrip(desk.database, request) };
  });
}

describe.each(inject("allRounds") ? kinds : ["sqlite" as const])(
  "the travel desk with effects over %s",
  (kind) => {
    it("leaves the right trip alone, booked and paid, and the wrong one cancelled and paid back", async () => {
      const { world, verdict, history } = await book(kind, false);
      expect(verdict).toEqual({ ok: true });
      expect(history?.status).toBe("recovered");
      expect(booked(world)).toEqual([
        "flight 2027-03-21 cancelled",
        "flight 2027-03-12 booked",
        "hotel 2027-03-21 cancelled",
        "hotel 2027-03-12 booked",
        "policy cancelled",
        "policy in force",
      ]);
      expect(
        world.ledger.filter(({ account }) => account === "traveller").map(({ amount }) => amount),
      ).toEqual([1000, -25, -640, 640, 25, -25, -640]);
      expect(brokenLaws(world)).toEqual([]);
      const standing =
        history?.attempts[0]?.effects?.map((effect) => `${effect.name} ${effect.standing}`) ?? [];
      expect(standing.slice(0, 2)).toEqual(["pay undone", "buy_insurance undone"]);
      // Both bookings are made at once in one step, so that either may have begun first.
      expect(standing.slice(2).toSorted()).toEqual(["book_flight undone", "book_hotel undone"]);
    });

    it("undoes nothing when a mail is sent already, and says why", async () => {
      const { world, history } = await book(kind, true);
      expect(booked(world)).toEqual([
        "flight 2027-03-21 booked",
        "hotel 2027-03-21 booked",
        "policy in force",
      ]);
      expect(world.effects.map(({ undoCalls }) => undoCalls)).toEqual([0, 0, 0, 0, 0]);
      expect(history).toMatchObject({
        status: "gave-up",
        attempts: [{ decision: "give-up", stopped: { by: "irreversible-effect" } }],
      });
      expect(history?.reason).toContain('"send_mail" (step 12) is irreversible');
    });

    it("goes back in spite of a mail where that is allowed, and tells the next attempt that it stands", async () => {
      const { world, history, verdict } = await book(kind, true, "allow");
      expect(verdict).toEqual({ ok: true });
      expect(world.outbox.map(({ body }) => body)).toEqual([
        "You fly on 2027-03-21 and stay until 2027-03-24.",
        "You fly on 2027-03-12 and stay until 2027-03-15.",
      ]);
      expect(history?.attempts[0]?.effects?.[0]).toMatchObject({ name: "send_mail", standing: "stands" });
      expect(history?.attempts[0]?.note).toMatch(/were made and are not undone.*"send_mail"/);
    });
  },
);
