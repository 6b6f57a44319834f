import { tool } from "@langchain/core/tools";
import type { RunnableConfig } from "@langchain/core/runnables";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { createAgent } from "langchain";
import { effectKey, withRollback, type ThreadLock, type UndoCall } from "langgraph-rollback";
import { Pool } from "pg";
import { z } from "zod";

import { openBookings, type Bookings } from "./bookings.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { connectionString, schema } from "./place.ts";
import { requestIn } from "./request.ts";
import { SimulatedModel } from "./simulated-model.ts";

/**
 * The graphs that a worker has, by their names: what `langgraph-rollback work --graphs` asks a module for.
 *
 * @param options.lock keeps runs on one thread apart over all workers
 */
export async function graphs({ lock }: { readonly lock: ThreadLock }) {
  const pool = new Pool({ connectionString, max: 4, allowExitOnIdle: true });
  pool.on("error", () => {});
  // A connection that breaks while it is in use would end the process otherwise.
  pool.on("connect", (client) => client.on("error", () => {}));
  const bookings = await openBookings(pool, schema);
  const checkpointer = new PostgresSaver(pool, undefined, { schema });
  await oneAtATime(pool, () => checkpointer.setup());
  return { desk: desk(checkpointer, bookings, lock) };
}

function desk(checkpointer: PostgresSaver, bookings: Bookings, lock: ThreadLock) {
  const bookTable = tool(
    async (request, config: RunnableConfig) => {
      await bookings.book(effectKey(config) ?? "", request);
      return `${request.guest} has a table on day ${request.day}.`;
    },
    {
      name: "book_table",
      description: "books a table",
      schema: z.object({ guest: z.string(), day: z.number() }),
    },
  );
  const model = new SimulatedModel(Number(process.env["EXAMPLE_THINKS"] ?? 300));
  return withRollback(createAgent({ model, tools: [bookTable], checkpointer }), {
    verify: async ({ output }) => {
      const { guest, day } = requestIn(output?.messages[0]?.text ?? "");
      const days = (await bookings.all())
        .filter((booking) => booking.guest === guest && booking.state === "booked")
        .map((booking) => booking.day);
      return {
        ok: days.join() === String(day),
        reason: `${guest} asked for day ${day}, not ${days.join()}.`,
      };
    },
    effects: { tools: { book_table: { undo: ({ key }: UndoCall) => bookings.undo(key) } } },
    // A person is asked before anything is undone.
    approve: "always",
    lock,
  });
}
