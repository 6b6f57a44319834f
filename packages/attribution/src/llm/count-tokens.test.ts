import { describe, expect, it } from "vitest";

import { countTokens } from "./count-tokens.ts";

describe("countTokens", () => {
  it("counts as OpenAI's newer models do", () => {
    expect(countTokens("")).toBe(0);
    expect(countTokens("hello world ".repeat(50))).toBe(101);
  });

  it("counts markers of chat templates as text", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it.each(["a", "(", "1+", "= ", "\\ud800", " "])(
    "counts 100,000 times %j without end of patience",
    (text) => {
      expect(countTokens(text.repeat(100_000))).toBeGreaterThan(1000);
    },
    20_000,
  );
});
