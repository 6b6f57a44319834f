import { describe, expect, it } from "vitest";
import type { Redact } from "@langgraph-rollback/attribution";

import { constantAnswer } from "../../fixtures/step-judges.ts";
import {
  allAtOnce,
  binarySearch,
  chief,
  echo,
  fineTuned,
  hybrid,
  jointScorer,
  naiveJudge,
  raffles,
  rolePrompted,
  stepByStep,
  toolCaller,
  type JudgeOptions,
} from "../../index.ts";
import { scriptedModel } from "../../testing/index.ts";

/** Of several words, as a private key is. */
const key = `<key ${"kkkk ".repeat(30)}>`;
const redact: Redact = (text) => text.replaceAll(/<key (kkkk ){30}>/g, "[key]");

/** A run whose every step is full of keys, so that wherever a text is cut, a key is cut. */
const trajectory = {
  id: "leaky",
  task: "do not tell",
  steps: Array.from({ length: 12 }, (_, index) => ({
    index,
    agent: index % 2 === 0 ? "planner" : "solver",
    content: `${key} `.repeat(100),
    toolCalls: [{ name: "look", args: { keys: `${key} `.repeat(50) } }],
  })),
};

describe("a method that shortens what it shows", () => {
  it.each([
    { name: "echo", method: (options: JudgeOptions) => echo({ ...options, unifiedUpTo: 0 }) },
    { name: "chief", method: chief },
    { name: "raffles", method: raffles },
  ])("redacts before: of $name no half of a secret gets out", async ({ method }) => {
    const model = scriptedModel(() => "not today");
    await method({ model, redact }).attribute({ trajectory });
    const shown = model.calls.flat().map(({ text }) => text);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.some((text) => text.includes("[key]"))).toBe(true);
    expect(shown.filter((text) => /kkkk/.test(text))).toEqual([]);
  });
});

describe("a method that makes lines of a text", () => {
  const secret = "-----BEGIN KEY-----\nxyzzy\nplugh\n-----END KEY-----";
  const spanning = {
    id: "spanning",
    task: "do not tell",
    steps: Array.from({ length: 4 }, (_, index) => ({
      index,
      agent: index % 2 === 0 ? "planner" : "solver",
      content: `The key is\n${secret}\nand so on.`,
      toolCalls: [{ name: "look", args: { key: secret } }],
    })),
  };

  it.each([
    ["joint", jointScorer],
    ["all-at-once", allAtOnce],
    ["step-by-step", stepByStep],
    ["binary-search", binarySearch],
    ["hybrid", hybrid],
    ["naive-judge", naiveJudge],
    ["role-prompted", rolePrompted],
    ["fine-tuned", fineTuned],
    ["tool-caller", toolCaller],
    ["echo", echo],
    ["chief", chief],
    ["raffles", raffles],
  ])("redacts before: %s tells no secret that spans lines", async (_, method) => {
    const model = scriptedModel(() => constantAnswer);
    const hook: Redact = (text) => text.replaceAll(/-----BEGIN KEY-----[^]*?-----END KEY-----/g, "[key]");
    await method({ model, redact: hook }).attribute({ trajectory: spanning });
    const shown = model.calls.flat().map(({ text }) => text);
    expect(shown.some((text) => text.includes("[key]"))).toBe(true);
    expect(shown.filter((text) => /BEGIN KEY|xyzzy|plugh/.test(text))).toEqual([]);
  });
});
