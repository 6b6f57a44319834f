import { tool } from "@langchain/core/tools";
import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { effectKey, withEffect, withRollback } from "langgraph-rollback";
import { z } from "zod";

const State = Annotation.Root({
  guest: Annotation<string>,
  seat: Annotation<string>,
  /** The guest's seats, as the theatre has them. */
  booked: Annotation<readonly string[]>,
  /** Note of a rollback about the attempt before. */
  note: Annotation<string>,
});

/** A simulated theatre: who has which seat, by idempotency key. */
const seats = new Map<string, { readonly guest: string; readonly seat: string }>();

const bookSeat = withEffect(
  tool(
    (booking, config: RunnableConfig) => {
      seats.set(effectKey(config) ?? "", booking);
      return booking.seat;
    },
    {
      name: "book_seat",
      description: "books a seat",
      schema: z.object({ guest: z.string(), seat: z.string() }),
    },
  ),
  { undo: ({ key }) => seats.delete(key) },
);

const builder = new StateGraph(State)
  .addNode("book", async ({ guest, note }) => ({
    seat: await bookSeat.invoke({ guest, seat: note === undefined ? "9F" : "9A" }),
  }))
  .addNode("look", ({ guest }) => ({
    booked: [...seats.values()].filter((each) => each.guest === guest).map(({ seat }) => seat),
  }))
  .addEdge(START, "book")
  .addEdge("book", "look");

/** Books a seat. Before a wrong one is given back, a human is asked. */
export const graph = withRollback(builder.compile(), {
  noteChannel: "note",
  verify: ({ output }) => ({ ok: output?.seat === "9A", reason: "the guest asked for row A" }),
  effects: {},
  approve: "always",
});
