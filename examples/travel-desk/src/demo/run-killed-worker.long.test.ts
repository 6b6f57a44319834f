import { resumeRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { scriptedModel } from "../agent/scripted-model.ts";
import { keyOf, travelDesk } from "../agent/travel-desk.ts";
import { travelEffects } from "../agent/travel-effects.ts";
import { lisbon } from "../agent/trip-request.ts";
import { verifyTrip } from "../agent/verify-trip.ts";
import { booked } from "../fixtures/booked.ts";
import { atNewDesk, nodeOptions } from "../fixtures/desks.ts";
import { kinds } from "../fixtures/kinds.ts";
import { brokenLaws } from "../world/broken-laws.ts";
import { readWorld } from "../world/read-world.ts";
import { runKilledWorker } from "./run-killed-worker.ts";

const onThread = { configurable: { thread_id: "trip" } };

describe.each(kinds)("a travel desk over %s that is killed", (kind) => {
  it("undoes the rest in another process when one was killed in the middle, and repeats nothing", async () => {
    await atNewDesk(kind, keyOf, async (desk) => {
      expect(await runKilledWorker("undoing", desk.database.address, "trip", nodeOptions)).toBe("SIGKILL");
      const killed = await readWorld(desk.database);
      expect(booked(killed)).toEqual([
        "flight 2027-03-21 booked",
        "hotel 2027-03-21 booked",
        "policy cancelled",
      ]);
      expect(brokenLaws(killed)).toEqual([]);
      const agent = travelDesk(desk, {
        model: scriptedModel(lisbon),
        request: lisbon,
        effects: travelEffects(desk),
      });
      await resumeRollback(agent, onThread);
      const world = await readWorld(desk.database);
      expect(await verifyTrip(desk.database, lisbon)).toEqual({ ok: true });
      expect(world.effects.filter(({ state }) => state === "undone")).toEqual([
        { tool: "book_flight", state: "undone", calls: 1, undoCalls: 1 },
        { tool: "book_hotel", state: "undone", calls: 1, undoCalls: 1 },
        { tool: "buy_insurance", state: "undone", calls: 1, undoCalls: 2 },
      ]);
      expect(world.ledger.filter(({ reason }) => reason === "premium back")).toHaveLength(2);
      expect(brokenLaws(world)).toEqual([]);
    });
  });

  it("carries out what waited in another process when one was killed in the middle, and pays once", async () => {
    await atNewDesk(kind, keyOf, async (desk) => {
      expect(await runKilledWorker("releasing", desk.database.address, "trip", nodeOptions)).toBe("SIGKILL");
      const killed = await readWorld(desk.database);
      expect(killed.accounts).toContainEqual({ account: "suppliers", balance: 640 });
      expect(killed.outbox).toEqual([]);
      const agent = travelDesk(desk, {
        model: scriptedModel(lisbon),
        request: lisbon,
        effects: travelEffects(desk),
      });
      await agent.invoke(null, onThread);
      const world = await readWorld(desk.database);
      expect(await verifyTrip(desk.database, lisbon)).toEqual({ ok: true });
      expect(world.outbox).toHaveLength(1);
      expect(world.effects.filter(({ state, calls }) => state === "done" && calls > 1)).toEqual([
        { tool: "pay", state: "done", calls: 2, undoCalls: 0 },
      ]);
      expect(brokenLaws(world)).toEqual([]);
    });
  });
});
