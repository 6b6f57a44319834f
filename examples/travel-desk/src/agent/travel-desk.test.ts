import { readHistory, type EffectOptions, type RunHistory } from "langgraph-rollback";
import { describe, expect, inject, it } from "vitest";

import { kinds } from "../fixtures/kinds.ts";
import { booked } from "../fixtures/booked.ts";
import { atNewDesk } from "../fixtures/desks.ts";
import { brokenLaws } from "../world/broken-laws.ts";
import type { DatabaseKind } from "../world/new-world.ts";
import { readWorld, type World } from "../world/read-world.ts";
import { scriptedModel } from "./scripted-model.ts";
import { keyOf, travelDesk } from "./travel-desk.ts";
import { travelEffects } from "./travel-effects.ts";
import { lisbon, requestText } from "./trip-request.ts";
import { verifyTrip } from "./verify-trip.ts";

const onThread = { configurable: { thread_id: "trip" } };

/** One run in a new world, which is told by what it leaves. */
function book(kind: DatabaseKind, changed: (effects: EffectOptions) => EffectOptions = (each) => each) {
  return atNewDesk(kind, keyOf, async (desk) => {
    const before: World[] = [];
    const agent = travelDesk(desk, {
      model: scriptedModel(lisbon),
      request: lisbon,
      effects: changed(travelEffects(desk)),
      onAttempt: async () => void before.push(await readWorld(desk.database)),
    });
    await agent.invoke({ messages: [{ role: "user", content: requestText(lisbon) }] }, onThread);
    const [history] = await readHistory(agent, onThread);
    const world = await readWorld(desk.database);
    return { history, world, beforeVerdicts: before, verdict: await verifyTrip(desk.database, lisbon) };
  });
}

/** Several tests only read what one run has left. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const mailAtOnce =
  (onIrreversible: "stop" | "allow") =>
  (effects: EffectOptions): EffectOptions => ({
    ...effects,
    tools: { ...effects.tools, send_mail: "irreversible" },
    onIrreversible,
  });

const standings = (history: RunHistory | undefined, attempt: number): readonly string[] =>
  history?.attempts[attempt - 1]?.effects?.map(({ name, standing }) => `${name} ${standing}`) ?? [];

const amounts = ({ ledger }: World): readonly number[] =>
  ledger.filter(({ account }) => account === "traveller").map(({ amount }) => amount);

describe.each(inject("allRounds") ? kinds : ["sqlite" as const])(
  "the travel desk with effects over %s",
  (kind) => {
    const run = once(() => book(kind));

    it("leaves the right trip alone, booked and paid, and the wrong one cancelled", async () => {
      const { world, verdict, history } = await run();
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
      expect(brokenLaws(world)).toEqual([]);
      const standing = standings(history, 1);
      expect(standing.slice(0, 3)).toEqual(["send_mail discarded", "pay discarded", "buy_insurance undone"]);
      // Both bookings are made at once in one step, so that either may have begun first.
      expect(standing.slice(3).toSorted()).toEqual(["book_flight undone", "book_hotel undone"]);
    });

    it("pays and writes nothing before the verdict, nothing of the failed attempt ever, and all of the right one once", async () => {
      const { world, beforeVerdicts, history } = await run();
      expect(beforeVerdicts.map(({ outbox }) => outbox)).toEqual([[], []]);
      expect(beforeVerdicts.map(amounts)).toEqual([
        [1000, -25],
        [1000, -25, 25, -25],
      ]);
      expect(amounts(world)).toEqual([1000, -25, 25, -25, -640]);
      expect(world.outbox.map(({ body }) => body)).toEqual([
        "You fly on 2027-03-12 and stay until 2027-03-15.",
      ]);
      expect(standings(history, 2)).toEqual(["pay released", "send_mail released"]);
    });

    it("undoes nothing when a mail was sent at once, and says why", async () => {
      const { world, history } = await book(kind, mailAtOnce("stop"));
      expect(booked(world)).toEqual([
        "flight 2027-03-21 booked",
        "hotel 2027-03-21 booked",
        "policy in force",
      ]);
      expect(world.effects.map(({ undoCalls }) => undoCalls)).toEqual([0, 0, 0, 0]);
      // The payment has waited, and the run was given up.
      expect(amounts(world)).toEqual([1000, -25]);
      expect(history).toMatchObject({
        status: "gave-up",
        attempts: [{ decision: "give-up", stopped: { by: "irreversible-effect" } }],
      });
      expect(history?.reason).toContain('"send_mail" (step 12) is irreversible');
    });

    it("goes back in spite of a mail where that is allowed, and tells the next attempt that it stands", async () => {
      const { world, history, verdict } = await book(kind, mailAtOnce("allow"));
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
