import { describe, expect, it } from "vitest";

import type { EffectOptions } from "./effect-options.ts";
import { effectRules } from "./effect-rules.ts";

const undo = (): void => {};

/** Effect class of a tool. */
const classOf = (options: EffectOptions, name: string, annotations?: unknown): string =>
  effectRules(options).of({
    kind: "tool",
    name,
    ...(annotations === undefined ? {} : { metadata: { annotations } }),
  }).class;

describe("what a tool counts as", () => {
  it("is what the options say of its name, then what is declared beside it", () => {
    const rules = effectRules({ tools: { pay: "irreversible" } });
    expect(rules.of({ kind: "tool", name: "pay", declared: { undo } }).class).toBe("irreversible");
    expect(rules.of({ kind: "tool", name: "book", declared: { undo } })).toEqual({
      class: "undoable",
      handling: { undo },
    });
    expect(rules.of({ kind: "tool", name: "toString" }).class).toBe("unknown");
  });

  it("is irreversible with a key and no undo", () => {
    expect(classOf({ tools: { pay: { idempotencyKey: () => "k" } } }, "pay")).toBe("irreversible");
  });

  it.each([
    { annotations: undefined, believed: "unknown", doubted: "unknown" },
    { annotations: {}, believed: "irreversible", doubted: "unknown" },
    { annotations: { readOnlyHint: true }, believed: "read-only", doubted: "unknown" },
    { annotations: { readOnlyHint: false }, believed: "irreversible", doubted: "unknown" },
    { annotations: { destructiveHint: false }, believed: "unknown", doubted: "unknown" },
    { annotations: { destructiveHint: true }, believed: "irreversible", doubted: "irreversible" },
    {
      annotations: { readOnlyHint: true, destructiveHint: true },
      believed: "read-only",
      doubted: "irreversible",
    },
    { annotations: "readOnlyHint", believed: "irreversible", doubted: "unknown" },
    { annotations: { readOnlyHint: "true" }, believed: "irreversible", doubted: "unknown" },
  ])("with the hints $annotations is $doubted, and $believed where its server is trusted", (row) => {
    const { annotations, believed, doubted } = row;
    expect(classOf({}, "desk__find", annotations)).toBe(doubted);
    expect(classOf({ trustedServers: ["desk"] }, "desk__find", annotations)).toBe(believed);
    expect(classOf({ trustedServers: ["desk"] }, "mcp__desk__find", annotations)).toBe(believed);
    expect(classOf({ trustedTools: ["find"] }, "find", annotations)).toBe(believed);
    expect(classOf({ trustedServers: ["des"], trustedTools: ["find"] }, "desk__find", annotations)).toBe(
      doubted,
    );
  });

  it.each(["irreversible", "read-only", "unknown"] as const)(
    "is %s where `undeclared` says so",
    (undeclared) => {
      expect(classOf({ undeclared }, "find", { destructiveHint: true })).toBe(undeclared);
    },
  );
});

it("what a node does by `effect` is irreversible unless an undo is declared", () => {
  expect(effectRules({}).of({ kind: "act", name: "pay" }).class).toBe("irreversible");
  expect(effectRules({ undeclared: "unknown" }).of({ kind: "act", name: "pay" }).class).toBe("irreversible");
});

it("a node and a tool of one name are two things", () => {
  const rules = effectRules({ nodes: { pay: "irreversible" }, tools: { pay: "read-only" } });
  expect(rules.of({ kind: "node", name: "pay" }).class).toBe("irreversible");
  expect(rules.of({ kind: "tool", name: "pay" }).class).toBe("read-only");
});
