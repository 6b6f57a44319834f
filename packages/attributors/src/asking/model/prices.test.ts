import { describe, expect, it } from "vitest";

import { costOf, type Prices } from "./prices.ts";

const used = { inputTokens: 1_000_000, outputTokens: 500_000 };
const price = (input: number) => ({ input, output: 2 });

describe("what calls cost", () => {
  it("is the price of a million tokens each, for input and output", () => {
    expect(costOf({ tiny: { input: 3, output: 8 } }, "openai:tiny", used)).toBe(3 + 4);
    expect(costOf({ tiny: { input: 0, output: 0 } }, "openai:tiny", used)).toBe(0);
  });

  const table: Prices = {
    "gpt-4o": price(1),
    "openai:gpt-4o": price(2),
    "gpt-4o-2024-05-13": price(3),
    "claude-sonnet-4-5": price(4),
  };

  it.each([
    ["azure:gpt-4o", 1],
    ["openai:gpt-4o", 2],
    ["openai:gpt-4o-2024-05-13", 3],
    ["openai:gpt-4o-2024-08-06", 2],
    ["azure:gpt-4o-2024-08-06", 1],
    ["anthropic:claude-sonnet-4-5-20250929", 4],
  ])("goes by the entry that says most of the model: %s", (id, input) => {
    expect(costOf(table, id, used)).toBe(input + 1);
  });

  it.each(["openai:gpt-4", "openai:gpt-4o-mini", "openai:gpt", "openai:constructor", "openai:"])(
    "is not known for a model without an entry, however its name begins: %s",
    (id) => {
      expect(costOf(table, id, used)).toBeUndefined();
    },
  );

  it("takes tokens of a cache at their own price, and at that of input where they have none", () => {
    const cached = { inputTokens: 1_000_000, outputTokens: 0, cacheRead: 600_000, cacheWrite: 300_000 };
    const of = (prices: Prices[string]) => costOf({ tiny: prices }, "openai:tiny", cached);
    expect(of({ input: 10, output: 0, cacheRead: 1, cacheWrite: 12.5 })).toBeCloseTo(1 + 0.6 + 3.75, 12);
    expect(of({ input: 10, output: 0 })).toBe(10);
  });

  it("is not known without a table", () => {
    expect(costOf(undefined, "openai:gpt-4o", used)).toBeUndefined();
  });
});
