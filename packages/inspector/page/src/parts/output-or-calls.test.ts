import { expect, it } from "vitest";

import { outputOrCalls } from "./output-or-calls.ts";

it("shows the output of a step and its tool calls, with or without output", () => {
  expect(outputOrCalls({ summary: "Next is Oslo.", tools: [] })).toBe("Next is Oslo.");
  expect(outputOrCalls({ summary: "", tools: ["search", "sum"] })).toBe("→ search, sum");
  expect(outputOrCalls({ summary: "Next is Oslo.", tools: ["search"] })).toBe("Next is Oslo. → search");
});
