import { expect, it } from "vitest";

import { rowInWords } from "./step-row.tsx";

const step = { index: 2, agent: "planner", summary: "Next is Oslo.", tools: [], depth: 0 } as const;

it("says in words all that a row shows, tool calls included", () => {
  expect(
    rowInWords(
      { step: { ...step, tools: ["search", "sum", "search"] }, isKept: true, isUndone: false },
      undefined,
    ),
  ).toBe("Step 3, planner, asks for search, sum, kept from the attempt before, Next is Oslo.");
  const thrown = { ...step, error: "Error: no", depth: 2 };
  expect(
    rowInWords({ step: thrown, score: 0.5, set: "only", isKept: false, isUndone: true }, "★ decisive"),
  ).toBe("Step 3, planner, score 0.50, in the set, ★ decisive, inside of 2 subgraphs, threw, Error: no");
});
