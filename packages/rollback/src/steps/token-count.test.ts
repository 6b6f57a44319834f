import { AIMessage, AIMessageChunk, type StandardMessageStructure } from "@langchain/core/messages";
import { concat } from "@langchain/core/utils/stream";
import { describe, expect, it } from "vitest";

import { moneyFor } from "../planning/stop-run.ts";
import { cachedShare, sumTokens, tokensByModel, tokensIn, totalTokens } from "./token-count.ts";

/** Tokens that a message with such details reports; they may be whatever a provider or a checkpointer gives. */
const reported = (details: unknown, input: unknown = 100) => {
  const message = new AIMessage({ content: "hm", id: "m" });
  Object.assign(message, {
    usage_metadata: {
      input_tokens: input,
      output_tokens: 10,
      total_tokens: 110,
      input_token_details: details,
    },
  });
  return tokensIn([["messages", [message]]]).map((counts) => ({ ...counts, message: undefined }));
};

describe("tokens of a cache", () => {
  it("are part of the tokens in", () => {
    expect(reported({ cache_read: 60, cache_creation: 30 })).toEqual([
      { input: 100, output: 10, cacheRead: 60, cacheWrite: 30 },
    ]);
    expect(reported({ cache_read: 0 })).toEqual([{ input: 100, output: 10, cacheRead: 0 }]);
  });

  it("are absent where nothing tells them", () => {
    for (const details of [undefined, null, {}, { audio: 5 }, "x", 7])
      expect(reported(details)).toEqual([{ input: 100, output: 10 }]);
  });

  it("are never more than the tokens in, whatever is reported", () => {
    expect(reported({ cache_read: 900, cache_creation: 30 })).toEqual([
      { input: 100, output: 10, cacheRead: 100, cacheWrite: 0 },
    ]);
    expect(reported({ cache_read: 60, cache_creation: 90 })).toEqual([
      { input: 100, output: 10, cacheRead: 60, cacheWrite: 40 },
    ]);
    for (const count of [-1, Number.NaN, Infinity, "60", null])
      expect(reported({ cache_read: count })).toEqual([{ input: 100, output: 10 }]);
  });

  it("are not counted of a message whose tokens are no number, or less than none", () => {
    for (const input of [-1, Number.NaN, "100", undefined])
      expect(reported({ cache_read: 5 }, input)).toEqual(
        input === undefined ? [{ input: 100, output: 10, cacheRead: 5 }] : [],
      );
  });

  it("are summed over streamed pieces, by model and of all", () => {
    const piece = (read: number) =>
      new AIMessageChunk<StandardMessageStructure>({
        content: "",
        id: "s",
        response_metadata: { model_name: "small" },
        usage_metadata: {
          input_tokens: 50,
          output_tokens: 1,
          total_tokens: 51,
          input_token_details: { cache_read: read },
        },
      });
    const streamed = sumTokens(tokensIn([["messages", [concat(piece(20), piece(10))]]]), new Set());
    expect(streamed).toMatchObject({ input: 100, output: 2, cacheRead: 30 });
    const mixed = [...(streamed?.byModel ?? []), { model: "large", input: 10, output: 1 }];
    expect(totalTokens(mixed)).toEqual({ input: 110, output: 3, cacheRead: 30 });
    expect(tokensByModel([...mixed, ...mixed])).toMatchObject([
      { input: 200, cacheRead: 60 },
      { model: "large", input: 20, output: 2 },
    ]);
    expect(tokensByModel(mixed)[1]).not.toHaveProperty("cacheRead");
  });

  it("make a share of what the models were given that tell of them", () => {
    const told = { model: "small", input: 100, output: 2, cacheRead: 30 };
    expect(cachedShare([told, { model: "large", input: 900, output: 1 }])).toBe(0.3);
    expect(cachedShare([{ input: 900, output: 1 }])).toBeUndefined();
    expect(cachedShare([{ input: 0, output: 0, cacheRead: 0 }])).toBeUndefined();
  });

  it("cost their own price, and that of input where they have none", () => {
    const tokens = [{ model: "small", input: 100, output: 10, cacheRead: 60, cacheWrite: 30 }];
    const money = (price: object) =>
      moneyFor(tokens, { amount: 1, prices: { small: { input: 1e6, output: 1e6, ...price } } });
    expect(money({})).toBe(110);
    expect(money({ cacheRead: 1e5 })).toBe(10 + 6 + 30 + 10);
    expect(money({ cacheRead: 1e5, cacheWrite: 1.25e6 })).toBe(10 + 6 + 37.5 + 10);
  });
});
