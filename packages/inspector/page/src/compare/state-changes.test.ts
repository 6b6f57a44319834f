import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import { stateChanges } from "./state-changes.ts";

const json = fc.jsonValue({ maxDepth: 3 }).map((value): JsonValue => JSON.parse(JSON.stringify(value)));

describe("stateChanges", () => {
  it("finds something just where the states differ", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(stateChanges(a, a).changes).toEqual([]);
        expect(stateChanges(a, b).changes.length > 0).toBe(
          JSON.stringify(sorted(a)) !== JSON.stringify(sorted(b)),
        );
      }),
    );
  });

  it("finds the same places whichever state comes first", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const paths = (left: JsonValue, right: JsonValue) =>
          stateChanges(left, right)
            .changes.map(({ path }) => path)
            .toSorted();
        expect(paths(a, b)).toEqual(paths(b, a));
      }),
    );
  });

  it("names the deepest place that both have", () => {
    const a = { messages: [{ content: "45" }], total: 45, "a b": 1 };
    const b = { messages: [{ content: "42" }, { content: "done" }], total: 45 };
    expect(stateChanges(a, b).changes).toEqual([
      { path: "messages[0].content", a: "45", b: "42" },
      { path: "messages[1]", b: { content: "done" } },
      { path: `["a b"]`, a: 1 },
    ]);
  });

  it("takes nothing from an object's prototype for a part of the state", () => {
    const hostile: JsonValue = JSON.parse(`{"__proto__":{"x":1},"constructor":2}`);
    expect(stateChanges({}, hostile).changes).toEqual([
      { path: "__proto__", b: { x: 1 } },
      { path: "constructor", b: 2 },
    ]);
  });

  it("survives states that are nested deeper than the stack", () => {
    const deep = (leaf: JsonValue) => {
      let value = leaf;
      for (let depth = 0; depth < 20_000; depth++) value = [value];
      return value;
    };
    expect(stateChanges(deep(1), deep(2)).changes).toHaveLength(1);
  });

  it("stops where it was told to, and says that there is more", () => {
    expect(stateChanges([1, 2, 3], [4, 5, 6], 2)).toEqual({
      changes: [
        { path: "[0]", a: 1, b: 4 },
        { path: "[1]", a: 2, b: 5 },
      ],
      more: true,
    });
  });
});

/** JSON with keys in order: their order is no difference. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((each: JsonValue) => sorted(each));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1));
  return entries.map(([key, each]) => [key, sorted(each)]);
}
