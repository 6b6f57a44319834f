import { describe, expect, it } from "vitest";

import { promptBudget } from "./context-tokens.ts";

/** Tokens left for a prompt, of so many. */
const of = (tokens: number) => Math.floor(tokens * 0.85);

describe("what a prompt may have", () => {
  it.each([
    ["openai:gpt-4", 8192],
    ["openai:gpt-4-0613", 8192],
    ["openai:gpt-4-32k-0613", 32_768],
    ["openai:gpt-4-turbo-2024-04-09", 128_000],
    ["openai:gpt-4o-mini", 128_000],
    ["openai:gpt-4.1-nano", 1_047_576],
    ["openai:gpt-4.5-preview", 128_000],
    ["openai:gpt-5-mini", 400_000],
    ["openai:o3-mini", 200_000],
    ["anthropic:claude-sonnet-4-5", 200_000],
    ["google-genai:gemini-2.5-flash", 1_000_000],
  ])("goes by the longest known beginning of a name: %s", (id, tokens) => {
    expect(promptBudget(id, undefined)).toBe(of(tokens));
  });

  it.each(["openai:openai/gpt-4.1", "openai:ft:gpt-4.1-2025-04-14:mine::abc", "openrouter:openai/gpt-4.1"])(
    "finds the name behind vendors and marks of tuning: %s",
    (id) => {
      expect(promptBudget(id, undefined)).toBe(of(1_047_576));
    },
  );

  it.each([
    "ollama:qwen3:8b",
    "openai:Qwen/Qwen3-8B",
    "scripted:scripted",
    "openai:",
    "gpt-4",
    "openai:constructor",
  ])("is that of 128,000 tokens for a model that nobody knows: %s", (id) => {
    expect(promptBudget(id, undefined)).toBe(of(128_000));
  });

  it.each(["openai:gpt-4", "ollama:qwen3:8b"])("goes by what the user says: %s", (id) => {
    expect(promptBudget(id, 32_768)).toBe(of(32_768));
  });
});
