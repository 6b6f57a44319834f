import { describe, expect, it } from "vitest";

import { chief, echo, raffles } from "./index.ts";
import type { Redact } from "./index.ts";
import { scriptedModel } from "./testing/index.ts";

const key = `sk-${"k".repeat(40)}`;
const redact: Redact = (text) => text.replaceAll(/sk-k{40}/g, "[key]");

/** A run whose every step is full of keys, so that wherever a text is cut, a key is cut. */
const trajectory = {
  id: "leaky",
  task: "do not tell",
  steps: Array.from({ length: 12 }, (_, index) => ({
    index,
    agent: index % 2 === 0 ? "planner" : "solver",
    content: `Step ${index}. ${`${key} `.repeat(400)}`,
    toolCalls: [{ name: "look", args: { keys: `${key} `.repeat(200) } }],
  })),
};

describe("a method that shortens what it shows", () => {
  it.each([
    { name: "echo", method: echo },
    { name: "chief", method: chief },
    { name: "raffles", method: raffles },
  ])("redacts before: of $name no half of a secret gets out", async ({ method }) => {
    const model = scriptedModel(() => "not today");
    await method({ model, redact }).attribute({ trajectory });
    const shown = model.calls.flat().map(({ text }) => text);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.some((text) => text.includes("[key]"))).toBe(true);
    expect(shown.filter((text) => /sk-k|kkkk/.test(text))).toEqual([]);
  });
});
