import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import { diffLines } from "./diff-lines.ts";

/** Values as a state holds them: objects, lists, some of their items with ids. */
const value = fc.letrec<{ readonly any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, true, 1, 2, "a", "b"),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("id", "x", "constructor", "__proto__", "_t", "0"), tie("any"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).any;

const at = (root: JsonValue, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), root);

describe("diffLines", () => {
  it("finds nothing between a value and its copy, and something between others", () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(diffLines(one, structuredClone(one))).toEqual([]);
        const same = JSON.stringify(one) === JSON.stringify(other);
        if (same) expect(diffLines(one, other)).toEqual([]);
        if (diffLines(one, other).length === 0) expect(other).toEqual(one);
      }),
    );
  });

  it("names the new place of what came or changed, and the old one of what went", () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        for (const line of diffLines(one, other)) {
          if ("after" in line) expect(at(other, line.path)).toEqual(line.after);
          else expect(line).toHaveProperty("before");
        }
        for (const line of diffLines({ root: [one] }, { root: [] }))
          expect(at({ root: [one] }, line.path)).toEqual(line.before);
      }),
    );
  });

  it("tells a message that was added from those that stood there before", () => {
    const message = (id: string) => ({ id, content: id });
    const before = { messages: [message("a"), message("b")], total: 1 };
    const after = { messages: [message("b"), { id: "c", content: "new" }], total: 2 };
    expect(diffLines(before, after)).toEqual([
      { path: ["messages", 0], before: message("a") },
      { path: ["messages", 1], after: { id: "c", content: "new" } },
      { path: ["total"], before: 1, after: 2 },
    ]);
  });

  it("looks inside of a message whose neighbours moved", () => {
    const before = [{ id: "a" }, { id: "b", content: "same" }, { id: "c", content: "old" }];
    const after = [
      { id: "b", content: "same" },
      { id: "c", content: "new" },
    ];
    expect(diffLines(before, after)).toEqual([
      { path: [0], before: { id: "a" } },
      { path: [1, "content"], before: "old", after: "new" },
    ]);
  });

  it("touches no prototype", () => {
    const hostile: JsonValue = JSON.parse(
      `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
    );
    expect(diffLines({}, hostile)).toEqual([
      { path: ["__proto__"], after: { polluted: 1 } },
      { path: ["constructor"], after: { prototype: { polluted: 1 } } },
    ]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
