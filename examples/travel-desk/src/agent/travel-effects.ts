import type { EffectOptions, UndoCall } from "langgraph-rollback";

import { cancelHotel } from "../world/stays.ts";
import { cancelFlight } from "../world/tickets.ts";
import type { Desk } from "./open-desk.ts";
import { receipt } from "./waiting-acts.ts";

/**
 * Effects of the desk's tools outside of the graph. Bookings are needed at once and are undone by key, with or without a known result; undoing twice is harmless. Nobody needs the money and
 * the mail before the trip is right: they wait.
 */
export function travelEffects({ database, insurer }: Pick<Desk, "database" | "insurer">): EffectOptions {
  return {
    tools: {
      search_flights: "read-only",
      book_flight: { undo: ({ key }: UndoCall) => cancelFlight(database, key) },
      book_hotel: { undo: ({ key }: UndoCall) => cancelHotel(database, key) },
      // MCP's hint says "destructive", which would make it irreversible; the insurer has a tool that undoes it.
      buy_insurance: { undo: ({ key }: UndoCall) => insurer.cancel(key) },
      pay: { hold: { receipt } },
      send_mail: { hold: { receipt } },
    },
    // MCP's hint says "read-only", and is believed of this tool.
    trustedTools: ["weather"],
  };
}
