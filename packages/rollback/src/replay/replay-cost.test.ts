import { describe, expect, it } from "vitest";

import { replayCost } from "./replay-cost.ts";

const prices = { small: { input: 1, output: 2 } };

describe("replayCost", () => {
  it("adds up steps and tokens of all models", () => {
    const spent = [
      { steps: 3, tokens: [{ model: "small", input: 900_000, output: 100_000 }] },
      { steps: 2, tokens: [{ input: 5, output: 5 }] },
      { steps: 1 },
    ];
    expect(replayCost(spent)).toEqual({ steps: 6, tokens: 1_000_010, unpriced: [] });
  });

  it("prices tokens, and names the models that it cannot price", () => {
    const spent = [
      { steps: 1, tokens: [{ model: "small", input: 1_000_000, output: 1_000_000 }] },
      { steps: 1, tokens: [{ model: "large", input: 7, output: 0 }] },
      { steps: 1, tokens: [{ input: 1, output: 0 }] },
    ];
    expect(replayCost(spent, prices)).toMatchObject({ money: 3, unpriced: ["large", ""] });
  });

  it("has no tokens where none are reported", () => {
    expect(replayCost([{ steps: 4 }], prices)).toEqual({ steps: 4, money: 0, unpriced: [] });
  });
});
