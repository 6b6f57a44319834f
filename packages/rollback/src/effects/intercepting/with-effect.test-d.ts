import { tool } from "@langchain/core/tools";
import { expectTypeOf } from "vitest";
import { z } from "zod";

import { withEffect } from "../../index.ts";

const book = tool(({ seat }) => Promise.resolve({ booking: seat.length }), {
  name: "book",
  description: "books a seat",
  schema: z.object({ seat: z.string(), price: z.string().transform(Number) }),
});

// The tool keeps its type, and `undo` and `idempotencyKey` get what the tool's function gets and gives.
const declared = withEffect(book, {
  undo: ({ args, result, outcome, again, key, signal }) => {
    expectTypeOf(args.seat).toEqualTypeOf<string>();
    expectTypeOf(args.price).toEqualTypeOf<number>();
    expectTypeOf(result).toEqualTypeOf<{ booking: number } | undefined>();
    expectTypeOf(outcome).toEqualTypeOf<"done" | "failed" | "unknown">();
    expectTypeOf(again).toEqualTypeOf<boolean>();
    expectTypeOf(key).toEqualTypeOf<string>();
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  },
  idempotencyKey: ({ args }) => args.seat,
  redo: "reuse",
});
expectTypeOf(declared).toEqualTypeOf<typeof book>();
expectTypeOf(withEffect(book, "irreversible")).toEqualTypeOf<typeof book>();

// A tool of plain text, too.
const say = tool((text) => text.length, { name: "say", description: "says it", schema: z.string() });
withEffect(say, { undo: ({ args }) => expectTypeOf(args).toEqualTypeOf<string>() });

// @ts-expect-error a tool has no such argument
withEffect(book, { undo: ({ args }) => args.row });
// @ts-expect-error there is no such word
withEffect(book, "reversible");
