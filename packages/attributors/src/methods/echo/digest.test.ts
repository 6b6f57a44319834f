import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { contextLevels, levelAt } from "./context-levels.ts";
import { digest } from "./digest.ts";

const long = `Therefore we go on ${"and on ".repeat(60)}to the end.`;
const steps: readonly Step[] = Array.from({ length: 20 }, (_, index) => ({
  index,
  agent: index % 2 === 0 ? "planner" : "solver",
  content: `${long} This was step ${index}.`,
}));
const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text.split("\n").map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));

describe("context by distance", () => {
  it("has four levels: 0 to 1, 2 to 3, 4 to 6, beyond", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(levelAt)).toEqual([
      "full",
      "full",
      "points",
      "points",
      "summary",
      "summary",
      "summary",
      "milestone",
      "milestone",
    ]);
  });

  it("goes by the nearest of several steps in question", () => {
    expect(contextLevels(10, [0, 9])).toEqual([
      "full",
      "full",
      "points",
      "points",
      "summary",
      "summary",
      "points",
      "points",
      "full",
      "full",
    ]);
    expect(contextLevels(3, [])).toEqual(["milestone", "milestone", "milestone"]);
  });

  it("shows every step in order, and says which lines are abridged and how far", () => {
    const lines = linesOf(digest({ steps }, [10]));
    expect(lines.map(({ step }) => step)).toEqual(steps.map(({ index }) => index + 1));
    expect(lines.map(({ detail }) => detail)).toEqual(
      contextLevels(20, [10]).map((level, index) => (level === "full" || index === 19 ? undefined : level)),
    );
    expect(lines[10]?.["content"]).toBe(steps[10]?.content);
  });

  it("shows the final answer in full, however far it is from the steps in question", () => {
    const lines = linesOf(digest({ steps }, [0]));
    expect(lines.at(-1)?.["content"]).toBe(steps.at(-1)?.content);
    expect(lines.at(-2)?.["detail"]).toBe("milestone");
  });

  it("keeps short steps whole at any level, and does not call them abridged", () => {
    const short = steps.map((step) => ({ ...step, content: "Fine." }));
    expect(linesOf(digest({ steps: short }, [0])).every(({ detail }) => detail === undefined)).toBe(true);
  });

  it("keeps the names of tools and errors at any level, and arguments only in full lines", () => {
    const calling = steps.map((step) => ({
      ...step,
      toolCalls: [{ name: "search", args: { query: "pens" } }],
      error: { name: "Timeout", message: "after 3 s" },
    }));
    const lines = linesOf(digest({ steps: calling }, [0]));
    expect(lines[0]).toMatchObject({
      calls: [{ name: "search", args: { query: "pens" } }],
      error: "Timeout",
    });
    expect(lines[18]).toMatchObject({ calls: [{ name: "search" }], error: "Timeout" });
    expect(JSON.stringify(lines[18])).not.toContain("pens");
  });
});
