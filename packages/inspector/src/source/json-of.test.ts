import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { jsonOf } from "./json-of.ts";

const wide = { characters: 1_000_000, depth: 100 };

/** A list in a list in a list, and so on. */
function nested(levels: number): unknown {
  let value: unknown = "core";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withBoxedValues: true,
  withNullPrototype: true,
  key: fc.oneof(fc.string({ unit: "binary" }), fc.constant("__proto__"), fc.constant("constructor")),
});

describe("a value as JSON", () => {
  it("is the value itself if it is JSON and small enough", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
        const { value: json, omitted } = jsonOf(value, wide);
        expect(JSON.stringify(json)).toBe(JSON.stringify(value));
        expect(omitted).toEqual([]);
      }),
    );
  });

  it("reads back as it was written, holds its bounds and is well-formed, whatever the value", () => {
    const bounds = fc.record({ characters: fc.nat(300), depth: fc.integer({ min: 0, max: 6 }) });
    fc.assert(
      fc.property(anything, bounds, (value, { characters, depth }) => {
        const { value: json } = jsonOf(value, { characters, depth });
        const text = JSON.stringify(json);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect(/\p{Surrogate}/u.test(text) || /\\u[dD][89a-fA-F]/.test(text)).toBe(false);
        // Each level names the parts that were left out.
        expect(text.length).toBeLessThanOrEqual(characters + 40 * (depth + 2));
      }),
    );
  });

  it("says what was left out", () => {
    expect(jsonOf("x".repeat(10_000_000), { characters: 100, depth: 5 })).toEqual({
      value: `${"x".repeat(99)}…`,
      omitted: ["9,999,901 characters of long texts left out."],
    });
    const list = jsonOf(
      Array.from({ length: 1000 }, () => 1),
      { characters: 30, depth: 5 },
    );
    expect(list.value).toEqual([...Array.from({ length: 10 }, () => 1), "… (990 more)"]);
    expect(list.omitted).toEqual(["990 entries of lists and objects left out."]);
    expect(jsonOf({ a: 1, b: "long text", c: 3 }, { characters: 12, depth: 5 }).value).toEqual({
      a: 1,
      b: "long…",
      "…": "1 more",
    });
    expect(jsonOf(nested(10_000), { characters: 1000, depth: 3 })).toEqual({
      value: [[["…"]]],
      omitted: ["1 value deeper than 3 levels left out."],
    });
  });

  it("keeps keys that name prototypes as keys, and no prototype is changed", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const { value } = jsonOf(hostile, wide);
    expect(JSON.stringify(value)).toBe(JSON.stringify(hostile));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });

  it("names what JSON has no word for", () => {
    const value = {
      big: 2n ** 70n,
      none: undefined,
      nan: Number.NaN,
      when: new Date(0),
      never: new Date(Number.NaN),
      map: new Map([["k", new Set([1])]]),
      bytes: new Uint8Array(3),
      pattern: /a+/g,
      broken: "\uD800",
      error: new RangeError("too far"),
      run: () => {},
    };
    expect(jsonOf(value, wide).value).toEqual({
      big: "1180591620717411303424",
      none: null,
      nan: "NaN",
      when: "1970-01-01T00:00:00.000Z",
      never: "Invalid Date",
      map: [["k", [1]]],
      bytes: "(3 bytes)",
      pattern: "/a+/g",
      broken: "\uFFFD",
      error: { name: "RangeError", message: "too far" },
      run: "(function)",
    });
  });

  it("runs nothing that the value brings along", () => {
    const value = { toJSON: () => expect.unreachable() };
    expect(jsonOf([value], wide).value).toEqual([{ toJSON: "(function)" }]);
  });

  it("shows of messages what was said, not how LangChain keeps it", () => {
    const messages = [
      new HumanMessage("how much?"),
      new AIMessage({ content: "", name: "solver", tool_calls: [{ name: "add", args: { a: 1 }, id: "c1" }] }),
      new ToolMessage({ content: "3", tool_call_id: "c1", name: "add" }),
    ];
    expect(jsonOf(messages, wide).value).toEqual([
      { type: "human", content: "how much?" },
      { type: "ai", content: "", name: "solver", tool_calls: [{ name: "add", args: { a: 1 }, id: "c1" }] },
      { type: "tool", content: "3", name: "add", tool_call_id: "c1" },
    ]);
  });
});
