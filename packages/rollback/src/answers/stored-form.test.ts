import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { Command, MemorySaver, Send } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { revived, storable } from "./stored-form.ts";
import { survives } from "./survives.ts";

const { serde } = new MemorySaver();

/** A value as it is read after it was stored. */
async function read(value: unknown): Promise<unknown> {
  const stored: unknown = await serde.loadsTyped(...(await serde.dumpsTyped(storable(value))));
  return revived(stored);
}

describe("a value that is stored", () => {
  it.each<readonly [string, unknown]>([
    ["a message", new AIMessage({ content: "a", tool_calls: [{ name: "look", args: { at: 1 }, id: "1" }] })],
    [
      "a message with an artifact",
      new ToolMessage({ content: "", tool_call_id: "1", artifact: { a: [1, null] } }),
    ],
    ["a Command", new Command({ update: { messages: [new AIMessage("a")] }, goto: ["next"] })],
    [
      "a Command to the graph around",
      new Command({ graph: Command.PARENT, goto: ["one", new Send("two", { a: 1 })] }),
    ],
    [
      "Commands in a list",
      [new Command({ update: [["a", 1]], goto: [] }), new Command({ resume: { b: 2 }, goto: [] })],
    ],
    ["bytes", new Uint8Array([1, 2])],
    ["a Map and a Set", { map: new Map([["a", 1]]), set: new Set([1]) }],
    ["what is undefined", { a: undefined, b: [undefined] }],
  ])("is read as it was: %s", async (_, value) => {
    const back = await read(value);
    expect(survives(value, back)).toBe(true);
    expect(back).toEqual(value);
  });

  it("is read as it was: any JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        // JSON has one zero.
        const once: unknown = JSON.parse(JSON.stringify(value));
        expect(survives(once, await read(once))).toBe(true);
      }),
    );
  });

  it.each<readonly [string, unknown]>([
    ["a date", new Date(0)],
    ["a date in a message", new ToolMessage({ content: "", tool_call_id: "1", artifact: new Date(0) })],
    ["a date in a Command", new Command({ update: { at: new Date(0) } })],
    ["an object of a class", { point: new URL("http://localhost/") }],
    ["a function", [() => 1]],
    ["a symbol", { s: Symbol("s") }],
    ["an infinite number", { most: Infinity }],
    ["a Send that is no target", { send: new Send("a", {}) }],
  ])("is known to be another when it is read: %s", async (_, value) => {
    expect(survives(value, await read(value))).toBe(false);
  });

  it("may hold itself many times over", () => {
    const round: Record<string, unknown> = {};
    Object.assign(round, { one: round, two: round, three: [round, round] });
    expect(storable(round)).toMatchObject({ one: round });
    let shared: unknown = "shared";
    for (let depth = 0; depth < 200; depth += 1) shared = [shared, shared];
    expect(storable(shared)).toBeInstanceOf(Array);
  });
});
