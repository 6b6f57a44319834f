import { describe, expect, it } from "vitest";
import { partingStep } from "./parting.ts";

/** Steps by agent and content, as in "plan: buy". */
const steps = (...texts: readonly string[]) => ({
  steps: texts.map((text, index) => {
    const [agent = "", content = ""] = text.split(": ");
    return { index, agent, content };
  }),
});

describe("partingStep", () => {
  const recorded = steps("plan: buy", "act: bought", "say: done");

  it("is the first step with another agent or another content", () => {
    expect(partingStep(recorded, steps("plan: buy", "act: sold", "tell: done"), true)).toBe(1);
    expect(partingStep(recorded, steps("plan: buy", "ask: bought"), true)).toBe(1);
    expect(partingStep(recorded, recorded, true)).toBeUndefined();
  });

  it("is the first step that one of them lacks, unless the replay was cut short", () => {
    const shorter = steps("plan: buy", "act: bought");
    expect(partingStep(recorded, shorter, true)).toBe(2);
    expect(partingStep(shorter, recorded, true)).toBe(2);
    expect(partingStep(recorded, shorter, false)).toBeUndefined();
  });
});
