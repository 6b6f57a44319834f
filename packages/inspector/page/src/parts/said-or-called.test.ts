import { expect, it } from "vitest";

import { saidOrCalled } from "./said-or-called.ts";

it("shows what a step said, and the tools that it asked for, be it without a word", () => {
  expect(saidOrCalled({ summary: "Next is Oslo.", tools: [] })).toBe("Next is Oslo.");
  expect(saidOrCalled({ summary: "", tools: ["search", "sum"] })).toBe("→ search, sum");
  expect(saidOrCalled({ summary: "Next is Oslo.", tools: ["search"] })).toBe("Next is Oslo. → search");
});
