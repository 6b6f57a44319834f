import { describe, expect, it } from "vitest";

import { nextDifference, rowStatus } from "./row-status.ts";

const step = { index: 0, agent: "m", summary: "3 * 14 = 45", tools: ["calculator"], depth: 0 } as const;
const paired = { kind: "paired", a: 0, b: 0 } as const;

describe("rowStatus", () => {
  it("tells steps apart by their output, their tool calls and their errors", () => {
    expect(rowStatus(paired, [step], [{ ...step, ms: 5 }])).toBe("same");
    for (const change of [{ summary: "3 * 14 = 42" }, { tools: [] }, { error: "Error: no" }])
      expect(rowStatus(paired, [step], [{ ...step, ...change }])).toBe("differs");
  });

  it("does not look at kept steps: they were not run again", () => {
    expect(rowStatus({ kind: "kept", a: 0, b: 0 }, [step], [{ ...step, summary: "" }])).toBe("kept");
  });
});

describe("nextDifference", () => {
  const statuses = ["kept", "same", "differs", "same", "only-b", "same"] as const;

  it("goes from difference to difference, both ways", () => {
    expect(nextDifference(statuses, -1, 1)).toBe(2);
    expect(nextDifference(statuses, 2, 1)).toBe(4);
    expect(nextDifference(statuses, 4, -1)).toBe(2);
  });

  it("finds none beyond the last and before the first", () => {
    expect(nextDifference(statuses, 4, 1)).toBeUndefined();
    expect(nextDifference(statuses, 2, -1)).toBeUndefined();
  });
});
