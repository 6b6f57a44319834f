import type { RunnableConfig } from "@langchain/core/runnables";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { z } from "zod";

import type { Database } from "../world/database.ts";
import { pay } from "../world/money.ts";
import { sendMail } from "../world/outbox.ts";
import { bookHotel } from "../world/stays.ts";
import { bookFlight, searchFlights } from "../world/tickets.ts";

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/**
 * The desk's own tools. What they refuse escapes as an exception, which the agent shows to its model.
 *
 * @param keyOf the idempotency key of the tool call that is made with a config
 */
export function travelTools(
  database: Database,
  keyOf: (config: RunnableConfig) => string,
): readonly StructuredToolInterface[] {
  return [
    tool(async (trip) => JSON.stringify(await searchFlights(database, trip)), {
      name: "search_flights",
      description: "Flights of a day that have a seat left.",
      schema: z.object({ from: z.string(), to: z.string(), day }),
    }),
    tool(async (booking, config) => JSON.stringify(await bookFlight(database, keyOf(config), booking)), {
      name: "book_flight",
      description: "Books a seat. It is paid for with `pay`.",
      schema: z.object({ flight: z.string(), passenger: z.string() }),
    }),
    tool(async (booking, config) => JSON.stringify(await bookHotel(database, keyOf(config), booking)), {
      name: "book_hotel",
      description: "Books a room. It is paid for with `pay`.",
      schema: z.object({ hotel: z.string(), arrival: day, departure: day, guest: z.string() }),
    }),
    tool(
      async (payment, config) => {
        await pay(database, keyOf(config), payment);
        return JSON.stringify({ paid: payment.amount });
      },
      {
        name: "pay",
        description: "Pays an amount in whole euros from the traveller's account.",
        schema: z.object({ amount: z.number().int().positive() }),
      },
    ),
    tool(
      async (mail, config) => {
        await sendMail(database, keyOf(config), mail);
        return JSON.stringify({ sent: true });
      },
      {
        name: "send_mail",
        description: "Sends a mail. It cannot be taken back.",
        schema: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
      },
    ),
  ];
}
